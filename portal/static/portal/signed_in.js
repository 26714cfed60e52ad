// This page was opened with an account: my list on this device is the account's from now on (my_list.js).

import { signedIn } from "./my_list.js";

try {
  signedIn();
} catch {
  // A browser that keeps nothing for this site has no list.
}
