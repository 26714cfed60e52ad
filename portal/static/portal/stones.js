// What a play on a board of weiqi changes, and whether it may be made: no point twice, no suicide (5), no ko retaken
// at once (6). A play is written as the site writes it: "Bpd -pe", a stone and what it takes; "=" is a pass.

export const pointName = (x, y) => String.fromCharCode(97 + x, 97 + y);

// Point ("pd") → "b" or "w".
export function placed(start) {
  const stones = new Map();
  start.split("/").forEach((row, y) => {
    let x = 0;
    for (const [run] of row.matchAll(/\d+|[bw]/g)) {
      if (run === "b" || run === "w") stones.set(pointName(x++, y), run);
      else x += Number(run);
    }
  });
  return stones;
}

export function after(start, plays) {
  const stones = placed(start);
  for (const token of plays.flatMap((play) => play.split(" "))) {
    const point = token.slice(1);
    if (token[0] === "B" || token[0] === "W") stones.set(point, token[0].toLowerCase());
    else stones.delete(point);
  }
  return stones;
}

function around(point, size) {
  const [x, y] = [point.charCodeAt(0) - 97, point.charCodeAt(1) - 97];
  const next = [[x - 1, y], [x + 1, y], [x, y - 1], [x, y + 1]];
  return next.filter(([i, j]) => i >= 0 && j >= 0 && i < size && j < size).map(([i, j]) => pointName(i, j));
}

// The chain of a stone, empty where it has a liberty.
function breathless(stones, point, size) {
  const chain = new Set([point]);
  for (const stone of chain) {
    for (const next of around(stone, size)) {
      if (!stones.has(next)) return [];
      if (stones.get(next) === stones.get(point)) chain.add(next);
    }
  }
  return [...chain];
}

const drawn = (stones) => [...stones].map(([point, colour]) => point + colour).sort().join();

// The play as it is written; empty where it may not be made. `colour`: "B" or "W".
export function playOn(start, plays, size, point, colour) {
  const stones = after(start, plays);
  if (stones.has(point)) return "";
  const own = colour.toLowerCase();
  stones.set(point, own);
  const taken = new Set(
    around(point, size).filter((next) => stones.has(next) && stones.get(next) !== own).flatMap((next) => breathless(stones, next, size)),
  );
  for (const stone of taken) stones.delete(stone);
  if (breathless(stones, point, size).length) return "";
  if (taken.size === 1 && plays.length && drawn(stones) === drawn(after(start, plays.slice(0, -1)))) return "";
  return [colour + point, ...[...taken].map((stone) => `-${stone}`)].join(" ");
}
