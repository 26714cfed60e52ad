// Whether the site can be reached now: a phone that says "online" may still have no way to it.

const PATIENCE = 5_000;

export async function reachable() {
  try {
    const asked = await fetch("/health/live", { cache: "no-store", signal: AbortSignal.timeout(PATIENCE) });
    return asked.ok;
  } catch {
    return false;
  }
}
