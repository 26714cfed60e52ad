"""Words for why an act with a game was refused, added to those of tournaments."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext_noop

WORDS: Mapping[str, str] = {
    "record-empty": gettext_noop("Nothing to submit. Paste the moves or choose a file."),
    "record-is-picture": gettext_noop(
        "This is a picture (%(kind)s); moves cannot be read from it. Tap or type the moves, or choose a "
        "file that can be read: text, PGN, DhtmlXQ, XQF, CBL, or SGF for weiqi."
    ),
    "photo-too-large": gettext_noop(
        "The photo is larger than %(limit)s MB. Send a smaller one, or type the moves."
    ),
    "photo-not-picture": gettext_noop(
        "This is no JPEG or PNG picture. Take a photo of the sheet, or type the moves."
    ),
    "photo-heic": gettext_noop(
        "This photo is HEIC. Set the camera to “Most Compatible” (JPEG) and take it again, or type the moves."
    ),
    "photo-too-many-dots": gettext_noop(
        "The photo has more than 50 megapixels. Take a smaller one, or type the moves."
    ),
    "photo-broken": gettext_noop("The file of the photo is damaged. Send it again, or type the moves."),
    "photo-too-dark": gettext_noop(
        "The photo is too dark. Take it again with more light, or type the moves."
    ),
    "photo-no-marks": gettext_noop(
        "No scoresheet can be seen. Take the photo again with all four black squares in it, or type "
        "the moves."
    ),
    "photo-marks-missing": gettext_noop(
        "Only a part of the sheet can be seen. Take the photo again with all four black squares in it, or "
        "type the moves."
    ),
    "photo-not-straight": gettext_noop(
        "The rows of the sheet cannot be found. Lay it flat and hold the camera above it, or type the moves."
    ),
    "photo-several-sheets": gettext_noop(
        "Several sheets lie in the photo. Photograph one at a time, or type the moves."
    ),
    "photo-other-layout": gettext_noop(
        "This sheet is of another version than those that are read here. Type the moves."
    ),
    "photo-other-table": gettext_noop(
        "This is the sheet of round %(round)s, table %(table)s. Add the photo there."
    ),
    "photo-other-section": gettext_noop("This sheet was printed for another section or event."),
    "photos-changed": gettext_noop(
        "The photos, or what was decided about them, have changed in the meantime. Look at them first."
    ),
    "photos-kept-until": gettext_noop("Photos of this section were kept until %(day)s. Type the moves."),
    "photo-move-not-legal": gettext_noop("“%(text)s” is no legal move here. Type the move that was played."),
    "photo-plies-doubtful": gettext_noop(
        "%(count)s moves are still doubtful. Decide each of them first, or type the scoresheets."
    ),
    "photo-reader-missing": gettext_noop("No program that reads photos is installed here. Type the moves."),
    "no-such-photo": gettext_noop("This photo has been deleted."),
    "photo-two-sheets": gettext_noop(
        "Two sheets are in the photo and their QR codes cannot be read. Photograph one at a time."
    ),
    "record-is-other-file": gettext_noop(
        "No moves can be read from this file (%(kind)s). Submit text, PGN, DhtmlXQ, XQF or "
        "CBL, or SGF for weiqi."
    ),
    "nothing-to-claim": gettext_noop(
        "Nothing can be claimed by this section's rulebook. Where its rules act by themselves, disputes go "
        "to the committee: add a note to the table."
    ),
    "claim-not-by-rules": gettext_noop("This cannot be claimed by the section's rulebook."),
    "not-by-hand": gettext_noop(
        "Only the natural move limit (WXC 5) is counted by hand; a repetition needs the moves."
    ),
    "capture-after-claim": gettext_noop(
        "The last capture must be before the last move on the board (WXC 5)."
    ),
    "too-many-checks": gettext_noop(
        "The claimant has made only %(most)s moves since the last capture, not %(checks)s checks (WXC 5)."
    ),
    "record-too-large": gettext_noop("The record has %(size)s bytes; the limit is %(limit)s."),
    "unknown-format": gettext_noop("The format “%(format)s” is not supported."),
    "archive-too-large": gettext_noop("The archive is larger than %(most)s MB. Send it in several parts."),
    "archives-waiting": gettext_noop(
        "%(most)s archives of yours wait to be read. Send this one when they have been."
    ),
    "archive-not-zip": gettext_noop("This is not a ZIP archive, or it is damaged."),
    "archive-empty": gettext_noop("The archive has no files."),
    "archive-too-many-files": gettext_noop("The archive has %(files)s files; the limit is %(most)s."),
    "archive-too-many-games": gettext_noop(
        "The archive has more than %(most)s games. Send it in several parts."
    ),
    "archive-path": gettext_noop("The archive has a file whose name leads out of its folder: “%(name)s”."),
    "archive-encrypted": gettext_noop("“%(name)s” in the archive needs a password."),
    "archive-inside": gettext_noop("“%(name)s” is an archive inside the archive. Unpack it first."),
    "archive-file-too-large": gettext_noop("“%(name)s” in the archive is larger than %(most)s MB."),
    "archive-unpacks-too-large": gettext_noop("The archive unpacks to more than %(most)s MB."),
    "archive-file-broken": gettext_noop("The file cannot be unpacked (%(why)s)."),
    "archive-cut": gettext_noop("The games of this archive have been counted already."),
    "archive-part-done": gettext_noop("This part of the archive is done already."),
    "no-such-archive": gettext_noop("This archive has been deleted. Send it again."),
    "archive-denied": gettext_noop("You may no longer submit records here."),
    "collection-without-name": gettext_noop("Give the collection a name."),
    "record-without-moves": gettext_noop("No move can be read in it."),
    "record-of-other-game": gettext_noop("It is a record of the other game."),
    "record-of-no-table": gettext_noop("These two players did not meet so in a published round."),
    "record-of-several-tables": gettext_noop(
        "These two players met more than once; the record does not say in which round."
    ),
    "record-of-no-round-table": gettext_noop("Round %(round)s has no table %(table)s, or is not published."),
    "record-of-others": gettext_noop("Table %(table)s of round %(round)s was played by others."),
    "record-without-place": gettext_noop(
        "Neither its players nor round and table say to which table it belongs."
    ),
    "record-is-there": gettext_noop("Table %(table)s of round %(round)s has another record already."),
    "record-not-base64": gettext_noop("The file is not valid base64."),
    "bye-has-no-game": gettext_noop("A bye has no game and no record."),
    "record-of-no-game": gettext_noop("Table %(table)s has no game %(game)s."),
    "record-conflict": gettext_noop(
        "Someone else has submitted a record for table %(table)s in the meantime."
    ),
    "record-superseded": gettext_noop(
        "This record has been corrected since you opened it. Review the newer version."
    ),
    "record-not-read": gettext_noop("The record is still being read. Try again in a moment."),
    "record-unreadable": gettext_noop("No move in this record can be read, so there is nothing to accept."),
    "claim-not-in-xiangqi": gettext_noop("This kind of claim exists only in xiangqi."),
    "unknown-claim": gettext_noop("Unknown kind of claim: “%(kind)s”."),
    "bad-clock": gettext_noop("%(clock)s seconds is not a possible clock time."),
    "claim-out-of-play": gettext_noop(
        "The claim is for %(ply_words)s, but the game ends with %(plies_words)s."
    ),
    "record-not-accepted": gettext_noop(
        "This game has no accepted record. Type the moves since the last capture."
    ),
    "record-waits": gettext_noop(
        "The record of this game has been submitted, but not accepted. Use its moves, or accept it first."
    ),
    "moves-unreadable": gettext_noop(
        "The moves can be played up to “%(text)s”, %(ply_words)s, which cannot."
    ),
    "bad-position": gettext_noop("Not a valid position: %(fen)s"),
    "position-needed": gettext_noop(
        "To start after %(ply_words)s, enter the position at that point. To type the whole game, leave "
        "the move of the last capture empty."
    ),
    "moves-too-long": gettext_noop("The text has %(size)s characters; the limit is %(limit)s."),
    "sheets-empty": gettext_noop("No scoresheet given. Type one or choose a file."),
    "sheet-too-long": gettext_noop("The scoresheet is too long (%(size)s); the limit is %(limit)s."),
    "sheet-without-moves": gettext_noop(
        "This scoresheet has no moves. Type them row by row: 1. C2=5 H8+7, then 2. on the next line."
    ),
    "claim-ruled": gettext_noop("This claim has already been decided."),
    "claims-changed": gettext_noop(
        "A claim, a foul, the record or the result has changed since this verdict. Count again."
    ),
    "sheets-changed": gettext_noop("New scoresheets have been submitted in the meantime. Review them first."),
    "proposal-ruled": gettext_noop(
        "Someone has decided one of this player's fouls in the meantime; %(left)s still to decide."
    ),
    "record-accepted": gettext_noop("This record has already been accepted."),
    "colours-by-system": gettext_noop(
        "The system of this section allots colours with the pairing, so they are not decided at the table."
    ),
    "colours-as-paired": gettext_noop("Colours in this section are as paired."),
    "colours-by-handicap": gettext_noop("Table %(table)s has a handicap, which gives the colours."),
    "colours-decided": gettext_noop(
        "At table %(table)s no. %(first)s moves first (entered by %(by)s). If that is wrong, tell a referee."
    ),
    "colours-game-began": gettext_noop(
        "The game at table %(table)s has begun. If the colours are wrong, tell a referee."
    ),
    "not-at-this-table": gettext_noop("No. %(player)s does not sit at table %(table)s."),
    "nigiri-differs": gettext_noop("With %(stones)s stones and this guess the other player moves first."),
    "not-weiqi": gettext_noop("Only weiqi games are counted."),
    "no-position": gettext_noop("This is not a valid position."),
    "no-liberty": gettext_noop("The group at %(point)s has no liberties, so the position is impossible."),
    "dead-not-whole": gettext_noop("A group is dead or alive as a whole."),
    "count-conflict": gettext_noop("Someone else has counted table %(table)s in the meantime."),
    "count-superseded": gettext_noop("There is a newer count of this game. Review it."),
    "count-open": gettext_noop("The players have not agreed to this count and no referee has ruled on it."),
    "count-settled": gettext_noop("This count is already final."),
    "board-rows": gettext_noop("A board cannot have %(size)s rows."),
    "board-row": gettext_noop("Row %(row)s has %(points)s points, not %(size)s."),
    "board-character": gettext_noop("Row %(row)s: “%(text)s” is neither a stone nor an empty point."),
    "paper-no-records": gettext_noop(
        "No game of round %(round)s has been accepted yet, so there is nothing to print."
    ),
}
