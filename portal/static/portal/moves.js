// The moves of xiangqi on the phone itself: the same as the server's (games/xiangqi/moves.py), of which the tests
// of this file compare every position of real games and random ones. So a tapped move is known to be legal where
// there is no network.
//
// A board is a list of 90 letters as a FEN reads: Black's back rank first, Red's pieces in capitals, "" where
// nobody stands. Squares are file + 9 × row.

const STRAIGHT = [[0, -1], [1, 0], [0, 1], [-1, 0]];
const SLANTED = [[1, -1], [1, 1], [-1, 1], [-1, -1]];

const isRed = (letter) => letter !== "" && letter === letter.toUpperCase();
const isOwn = (letter, red) => letter !== "" && isRed(letter) === red;
const at = (file, row) => (file >= 0 && file < 9 && row >= 0 && row < 10 ? file + 9 * row : -1);
const inPalace = (file, row, red) => file >= 3 && file <= 5 && (red ? row >= 7 : row <= 2);
const atHome = (row, red) => (red ? row >= 5 : row <= 4);

// Squares that the piece on `from` can go to, its own general's safety aside.
function* reached(board, from) {
  const letter = board[from];
  const red = isRed(letter);
  const [file, row] = [from % 9, Math.floor(from / 9)];
  const kind = letter.toUpperCase();
  if (kind === "R" || kind === "C") {
    for (const [across, down] of STRAIGHT) {
      let screen = false;
      for (let far = 1; ; far += 1) {
        const to = at(file + far * across, row + far * down);
        if (to < 0) break;
        if (board[to] === "") {
          if (!screen) yield to;
        } else if (kind === "R" || screen) {
          yield to;
          break;
        } else screen = true;
      }
    }
  } else if (kind === "N") {
    for (const [across, down] of STRAIGHT) {
      const leg = at(file + across, row + down);
      if (leg < 0 || board[leg] !== "") continue;
      for (const side of [-1, 1]) yield at(file + 2 * across + side * down, row + 2 * down + side * across);
    }
  } else if (kind === "B") {
    for (const [across, down] of SLANTED) {
      const eye = at(file + across, row + down);
      if (eye >= 0 && board[eye] === "" && atHome(row + 2 * down, red)) yield at(file + 2 * across, row + 2 * down);
    }
  } else if (kind === "A" || kind === "K") {
    for (const [across, down] of kind === "A" ? SLANTED : STRAIGHT) {
      if (inPalace(file + across, row + down, red)) yield at(file + across, row + down);
    }
  } else {
    yield at(file, row + (red ? -1 : 1));
    if (!atHome(row, red)) yield* [at(file - 1, row), at(file + 1, row)];
  }
}

// Whether the general of this side could be taken; generals that face each other take each other.
function isInDanger(board, red) {
  const king = board.indexOf(red ? "K" : "k");
  for (let from = 0; from < 90; from += 1) {
    if (board[from] === "" || isOwn(board[from], red)) continue;
    for (const to of reached(board, from)) if (to === king) return true;
  }
  const step = red ? -9 : 9;
  let facing = king + step;
  while (board[facing] === "") facing += step;
  return board[facing] === (red ? "k" : "K");
}

export function placed(fen) {
  return [...fen.split(" ")[0].replaceAll("/", "")].flatMap((letter) =>
    letter >= "1" && letter <= "9" ? Array(Number(letter)).fill("") : [letter],
  );
}

// The board as the first part of a FEN.
export const written = (board) =>
  Array.from({ length: 10 }, (_, row) =>
    board
      .slice(9 * row, 9 * row + 9)
      .map((letter) => letter || "1")
      .join("")
      .replace(/1+/g, (gap) => String(gap.length)),
  ).join("/");

export const square = (name) => name.charCodeAt(0) - 97 + 9 * (9 - Number(name[1]));
export const nameOf = (place) => "abcdefghi"[place % 9] + (9 - Math.floor(place / 9));

export function moved(board, [from, to]) {
  const next = [...board];
  next[to] = next[from];
  next[from] = "";
  return next;
}

// The board after moves such as "h2e2".
export const after = (board, moves) =>
  moves.reduce((now, move) => moved(now, [square(move.slice(0, 2)), square(move.slice(2))]), board);

// All legal moves of a side as [from, to].
export function legalMoves(board, red) {
  const found = [];
  for (let from = 0; from < 90; from += 1) {
    if (!isOwn(board[from], red)) continue;
    for (const to of reached(board, from)) {
      if (to >= 0 && !isOwn(board[to], red) && !isInDanger(moved(board, [from, to]), red)) found.push([from, to]);
    }
  }
  return found;
}
