// Before the first paint: parts that need scripts show themselves, folded rows fold.
document.documentElement.classList.add("js");
