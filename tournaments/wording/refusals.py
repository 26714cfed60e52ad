"""Words for why an act was refused, for every code of `portal.policy.Refusal` and of refused work."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext, gettext_noop

from portal.policy import Refusal
from portal.web.bidi import escape_bidi
from tournaments.pairing.reasons import Notice, NoticeCode
from tournaments.pairing.values import CannotPair, InputCode, PairingInputError, RefusalCode
from tournaments.wording.acts import STATES, act_name, done_name
from tournaments.wording.causes import cause_text
from tournaments.wording.circuits import CIRCUIT_REFUSALS
from tournaments.wording.entering.applications import FIELD_NAMES
from tournaments.wording.gotha import REFUSALS as GO_REFUSALS
from tournaments.wording.gotha import go_params
from tournaments.wording.lists import dozen_names, listed, megabytes
from tournaments.wording.official import OFFICIAL, leaving_words
from tournaments.wording.options import result_text
from tournaments.wording.ratings import RATING_REFUSALS
from tournaments.wording.reasons import Name, input_error_text, notice_text, number_text, refusal_text
from tournaments.wording.referee_reports import REPORT_REFUSALS
from tournaments.wording.register.licences import LICENCE_REFUSALS
from tournaments.wording.register.rating_lists import FETCHING
from tournaments.wording.settings import refused_setting
from tournaments.wording.sides import move_words
from tournaments.wording.teams.team_refusals import TEAM, team_params
from tournaments.wording.times import days_text, on_the_clock, time_text

PLIES = ("ply", "plies")
MOST_TABLES = 12

# One table, by subject. Apart stand only the tables whose codes decide how parameters are read (teams, Go,
# official mode) and that of computed ratings.
WORDS: Mapping[str, str] = {
    # the event as a whole; what is deleted
    "event-archived": gettext_noop(
        "This event is archived. Its chief organiser can unarchive it on the overview; then this is "
        "possible again."
    ),
    "event-days-rounds": gettext_noop(
        "Round %(round)s of “%(section)s” starts on %(day)s, which is not one of these days (%(days)s). "
        "Move the whole event by some days (Settings › Move by days), or change its start first."
    ),
    "event-days-matches": gettext_noop(
        "Match %(table)s of round %(round)s of “%(section)s” starts on %(day)s, which is not one of these "
        "days (%(days)s). Move the whole event by some days (Settings › Move by days), or change its start "
        "first."
    ),
    "event-zone-invalid": gettext_noop("Unknown time zone “%(zone)s”."),
    "event-name-needed": gettext_noop("Enter the event's name."),
    "event-year": gettext_noop("Choose a year from %(first)s to %(last)s."),
    "document-line": gettext_noop(
        "“%(line)s” is not a title followed by an address. Write each document on a line of its own, such "
        "as: Regulations https://example.org/rules.pdf"
    ),
    "site-invalid": gettext_noop(
        "“%(site)s” is not the address of a site. Write it such as https://club.example, without a path."
    ),
    "document-empty": gettext_noop("The file is empty."),
    "document-too-large": gettext_noop("This file is too large; the limit is %(limit)s MB."),
    "document-unreadable": gettext_noop(
        "This is not a PDF, Word, Excel, PowerPoint, OpenDocument, PNG, JPEG or plain text (UTF-8) file. "
        "Older office files can be saved as PDF."
    ),
    "document-with-macros": gettext_noop("This file has macros. Save it without them or as PDF."),
    "document-title-needed": gettext_noop("Enter a title for a document of the kind “Other”."),
    "unknown-document-kind": gettext_noop("“%(kind)s” is not a kind of document."),
    "too-many-files": gettext_noop("The limit is %(limit)s documents. Remove one first."),
    "no-such-document": gettext_noop("This document has been removed. Nothing has been saved."),
    "too-many-documents": gettext_noop("These are %(count)s documents; the limit is %(limit)s."),
    # the site
    "unknown-creators": gettext_noop("“%(creators)s” is not one of the choices."),
    "creator-already": gettext_noop("This person may already create events."),
    "no-such-creator": gettext_noop("This person has already been removed."),
    "site-begun": gettext_noop("This site already has an administrator."),
    "wrong-code": gettext_noop(
        "This is not the code. Look at the server's console, or run “%(command)s prepare”."
    ),
    # the kept event
    "event-not-over": gettext_noop("The event is kept once each of its sections is finished."),
    # ratings
    "section-not-finished": gettext_noop("Close the last round first."),
    "only-weiqi": gettext_noop("Only games of weiqi are rated by go federations."),
    "unknown-class": gettext_noop("“%(value)s” is not a rating class. Choose A, B, C, D or not rated."),
    "unknown-country": gettext_noop("“%(country)s” is not a country: two letters, such as FR or DE."),
    "list-empty": gettext_noop("No player could be read from this list. Check the kind of list."),
    "rating-list-too-large": gettext_noop("This file is too large; the limit is %(limit)s MB."),
    "rating-list-unreadable": gettext_noop("No player could be read from this list. Check the kind of list."),
    "rating-list-denied": gettext_noop("You may no longer load rating lists."),
    "no-such-sent-list": gettext_noop("This file is no longer available. Upload it again."),
    "name-column-missing": gettext_noop("Choose the column of the name."),
    "no-such-rating-list": gettext_noop("This rating list has been deleted."),
    "nothing-chosen": gettext_noop("Choose at least one player and what to take from the list."),
    "no-such-listed-player": gettext_noop("This player is not in the list."),
    "grade-after-pairing": gettext_noop(
        "A round has been paired, so grades no longer follow ratings or lists. Edit the player instead."
    ),
    "no-such-grade": gettext_noop(
        "“%(grade)s” is not a grade. Grades are 30k to 1k, 1d to 9d, and 1p to 9p of professionals."
    ),
    "nobody-rated": gettext_noop("None of these players has a rating."),
    "players-changed": gettext_noop(
        "Someone has edited these players since you opened this page. Check the values and send again."
    ),
    # deleting
    "deleted-already": gettext_noop("This has already been deleted."),
    "event-was-public": gettext_noop(
        "Part of this event has been public, so it cannot be deleted. Archive it instead."
    ),
    "section-paired": gettext_noop(
        "Round %(round)s of “%(section)s” has been paired, so this cannot be deleted. Archive the event "
        "instead, or unpublish the section."
    ),
    "entry-seated": gettext_noop(
        "This player is in the pairings of round %(round)s, so the entry cannot be deleted. Withdraw the "
        "player instead."
    ),
    "entry-published": gettext_noop(
        "No. %(player)s appears in published pages, so the entry cannot be deleted. Withdraw "
        "the player instead."
    ),
    "entry-numbers-fixed": gettext_noop(
        "Lots have been drawn, and a round robin or knock-out has a fixed number of players. Withdraw the "
        "player instead."
    ),
    "section-over-entries": gettext_noop("The section is finished; its entries can no longer be deleted."),
    # results that stand already or wait for a decision; what an event tells the public
    "fouls-open": gettext_noop("Fouls still to decide at %(tables)s."),
    "contests-open": gettext_noop("Two different results still to decide between at %(tables)s."),
    "result-conflict": gettext_noop(
        "Table %(table)s already has another result: %(theirs)s, entered by %(by)s."
    ),
    "contest-decided": gettext_noop("%(by)s has upheld the result of table %(table)s in the meantime."),
    "announcement-empty": gettext_noop("Enter the announcement in at least one language."),
    "announcement-too-long": gettext_noop("This text has %(length)s characters; the limit is %(limit)s."),
    "announcement-not-printable": gettext_noop(
        "This text has characters that cannot be shown. Type it again without copying."
    ),
    "announced": gettext_noop(
        "Something has been announced here. Announcements are kept, so this cannot be deleted; withdraw the "
        "announcement instead."
    ),
    "no-such-official": gettext_noop(
        "Someone else has removed this official in the meantime. Nothing has been saved; send it again to "
        "add the person."
    ),
    "too-many-officials": gettext_noop("The limit is %(limit)s officials."),
    "unknown-official-role": gettext_noop("“%(role)s” is not a role of officials."),
    "account-not-staff": gettext_noop("Only someone with a role at this event can be chosen."),
    "account-official-already": gettext_noop("%(name)s is among the officials already."),
    "account-without-name": gettext_noop(
        "The account “%(name)s” has no name yet. Add the official with the name to be published."
    ),
    "duty-needed": gettext_noop("Enter the role in your own words."),
    "amount-unreadable": gettext_noop("“%(amount)s” is not an amount. Enter it like 1000 or 1000.50."),
    "amount-digits": gettext_noop(
        "“%(amount)s” has more than %(digits)s decimals, the limit for %(currency)s."
    ),
    "amount-too-large": gettext_noop("“%(amount)s” is too large for a prize."),
    "unknown-currency": gettext_noop("Unknown currency “%(currency)s”. Enter three letters, such as EUR."),
    "currency-needed": gettext_noop("Enter the currency of the prize money."),
    "too-many-amounts": gettext_noop("There are %(count)s amounts for %(places)s places."),
    "unknown-sharing": gettext_noop("“%(sharing)s” is not a way to share prize money."),
    "prizes-awarded": gettext_noop(
        "The prizes have been awarded, so the prize lists stay as they are. Correct the winners instead."
    ),
    "awards-not-final": gettext_noop("Prizes can be awarded once the last round is closed."),
    "standings-pending": gettext_noop("The standings are being computed again. Try again in a moment."),
    "standings-changed": gettext_noop(
        "The standings have changed since you opened this page. Check the winners and award the prizes again."
    ),
    "no-winners": gettext_noop("No prize list has a winner."),
    "not-awarded": gettext_noop("The prizes have not been awarded yet."),
    "awards-changed": gettext_noop(
        "Someone else has corrected the winners in the meantime. Nothing has been saved: compare with the "
        "winners above, then send yours again."
    ),
    "no-such-winner": gettext_noop("No entry has the number %(number)s."),
    "winner-twice": gettext_noop("No. %(number)s is in this list twice."),
    "winner-place": gettext_noop("“%(place)s” is not a place."),
    "winner-unreadable": gettext_noop(
        "“%(line)s” is not a winner. Enter place, number and, if there is prize money, the amount, such as "
        "1 12 600."
    ),
    "too-many-winners": gettext_noop("The limit is %(limit)s winners in a list."),
    "no-such-audience": gettext_noop("There is no group of entrants called %(value)s."),
    "nobody-to-write-to": gettext_noop("Nobody is in this group of entrants now."),
    "too-many-messages": gettext_noop("%(limit)s messages were sent within a day; write the next one later."),
    "too-many-pinned": gettext_noop(
        "The limit is %(limit)s pinned announcements. Unpin one first. Nothing has been saved."
    ),
    "no-such-announcement": gettext_noop("This announcement has been withdrawn. Nothing has been saved."),
    "announcement-changed": gettext_noop(
        "Someone else has corrected this announcement in the meantime. Nothing has been saved: compare with "
        "the text above, then send yours again."
    ),
    "not-round-robin": gettext_noop("Only a round robin has the pairings of all rounds in advance."),
    "all-rounds-begun": gettext_noop("Every round is published, so there is nothing left to unpublish."),
    "paper-no-all-rounds": gettext_noop("The pairings of all rounds are not published."),
    # webhooks
    "webhook-url": gettext_noop("Messages cannot be sent to this URL."),
    "webhook-https": gettext_noop("The URL must begin with https://."),
    "webhook-unresolved": gettext_noop("No server was found under this name."),
    "webhook-private": gettext_noop("This URL is inside a private network; nothing is sent there."),
    "webhook-chat": gettext_noop("The URL must name the group: …/sendMessage?chat_id=…"),
    "webhook-topics-of-chats": gettext_noop(
        "Groups can be told of rounds, results, standings and announcements only."
    ),
    "webhook-not-taken": gettext_noop("The receiver answered that it did not take the message."),
    "webhook-not-public": gettext_noop("It was no longer public, so nothing was sent."),
    "rules-of-no-preset": gettext_noop("These rules are no preset’s. They cannot be kept."),
    "too-many-presets": gettext_noop("At most %(limit)s presets are kept. Delete one first."),
    "no-such-preset": gettext_noop("This preset has been deleted."),
    "webhook-topics": gettext_noop("Choose when to notify the receiver."),
    "webhook-known": gettext_noop("There is already a webhook for this URL."),
    "webhook-ended": gettext_noop("This webhook has been deleted."),
    "too-many-webhooks": gettext_noop("An event has at most %(limit)s webhooks."),
    "webhook-tls": gettext_noop("The receiver's certificate is not valid."),
    "webhook-slow": gettext_noop("The receiver did not answer in time."),
    "webhook-unreachable": gettext_noop("The receiver could not be reached."),
    "no-such-delivery": gettext_noop("This message no longer exists."),
    **TEAM,
    **FETCHING,
    # paper
    "unknown-paper": gettext_noop("Unknown printout: “%(kind)s”."),
    "unknown-language": gettext_noop("Qiyuan is not available in the language “%(language)s”."),
    "paper-no-round": gettext_noop("Round %(round)s is not published yet, so there is nothing to print."),
    "paper-no-pairings": gettext_noop("Round %(round)s has no pairings, so there is nothing to print."),
    "paper-no-standings": gettext_noop(
        "There are no standings after round %(round)s yet. Close the round first."
    ),
    "paper-no-entries": gettext_noop("No players are entered yet, so there is nothing to print."),
    "paper-no-prizes": gettext_noop("No prize list has a winner."),
    "paper-no-report": gettext_noop("The report is printed once it is signed."),
    "paper-no-norms": gettext_noop("Nobody has a norm, or the section is not over yet."),
    "paper-no-games": gettext_noop(
        "No game has been played over the board yet, so there is nothing to print."
    ),
    "paper-no-teams": gettext_noop("This section has no teams."),
    "paper-too-large": gettext_noop("This would take more memory than the server gives to a PDF."),
    "paper-no-library": gettext_noop(
        "This server cannot create PDFs: the library Pango is not installed. Its administrator can "
        "install it: %(apt)s"
    ),
    "paper-no-font": gettext_noop(
        "This server cannot create PDFs: it has no font with Chinese characters. Its administrator can "
        "install one: %(apt)s"
    ),
    # the register of persons
    "no-such-person": gettext_noop("This person is not in the register."),
    "person-merged": gettext_noop("One of the two has already been merged into another person."),
    "persons-meet": gettext_noop(
        "Both are players of %(event)s, so they are two persons. If they are not, correct the entries "
        "there first."
    ),
    "numbers-differ": gettext_noop(
        "Both have a number of %(issuer)s in force. Mark one of them as former first."
    ),
    "no-such-correction": gettext_noop("This has already been decided."),
    "correction-asked-anew": gettext_noop(
        "The same has been proposed again in the meantime; decide on that proposal instead."
    ),
    "register-changed-since": gettext_noop("The register has been changed since and says something else."),
    "number-needed": gettext_noop("Enter the number."),
    "bad-issuer": gettext_noop("Small letters and figures, such as fide or chn."),
    "rating-off-scale": gettext_noop("%(rating)s, the rating of number %(number)s, is off the scale."),
    "list-not-given-on": gettext_noop("FIDE does not allow its lists to be given on."),
    "number-taken": gettext_noop("Someone else has the number %(number)s of %(issuer)s."),
    "title-needed": gettext_noop("Enter the title."),
    "bad-day": gettext_noop("“%(text)s” is not a date. Write it like 2026-11-23."),
    "gone-from-person": gettext_noop("This has already been removed."),
    "no-such-merger": gettext_noop("This merger has already been undone."),
    "merged-since": gettext_noop("A later merger has to be undone first."),
    "no-photo": gettext_noop("There is no photo any more."),
    "photo-without-page": gettext_noop("You have no public page on which a photo could be shown."),
    "nothing-to-split": gettext_noop("Choose some of this person's events, and leave at least one."),
    # applications
    "no-entry-form": gettext_noop("This section has no online entry form."),
    "entries-not-open": gettext_noop("Entries are not open yet."),
    "entries-closed": gettext_noop("Entries are closed."),
    "number-form": gettext_noop("“%(number)s” is not such a number; they look like %(example)s."),
    "entry-times": gettext_noop(
        "Entries must open before they close, and the deadline for late entries must come after that."
    ),
    "kept-days": gettext_noop("What is filled in can be kept for 1 to %(most)s days after the event."),
    "entry-form-changed": gettext_noop(
        "Someone else has changed this entry form while your page was open. Nothing has been "
        "saved. To see their changes, open the form again; to overwrite them, send yours "
        "again."
    ),
    "unknown-entry-setting": gettext_noop("An entry form has no such setting."),
    "unknown-entry-field": gettext_noop("An entry form cannot ask for “%(name)s”."),
    "guardian-needs-birth-year": gettext_noop(
        "Require the year of birth as well: only it says of whom a parent or guardian is needed."
    ),
    "too-many-questions": gettext_noop("The limit is %(limit)s questions of your own."),
    "too-many-file-questions": gettext_noop("The limit is %(limit)s questions answered with a file."),
    "answer-file-large": gettext_noop("This file is larger than %(limit)s MB."),
    "answer-file-unreadable": gettext_noop("This is no PDF and no PNG or JPEG picture."),
    "question-invalid": gettext_noop(
        "The question “%(question)s” cannot be used: each question needs its own text, and a "
        "choice needs at least two answers."
    ),
    "application-incomplete": gettext_noop("This field is required to enter."),
    "answer-needed": gettext_noop("Answer the question “%(question)s”."),
    "answer-unknown": gettext_noop("This is not a possible answer to “%(question)s”."),
    "address-overused": gettext_noop(
        "Too many applications from this address are still to be confirmed. Confirm them first."
    ),
    "applied-too-often": gettext_noop(
        "Too many applications to this section have come from your network in the last hour. "
        "Try again later, or ask the organisers."
    ),
    "application-state": gettext_noop("%(name)s’s application has changed in the meantime. Reload the page."),
    "application-fixed": gettext_noop(
        "You are already on the list. Ask the organisers to correct your name, federation or details."
    ),
    "application-drawn": gettext_noop(
        "The round is already paired or being paired, so only the desk can take you out. "
        "Tell the organisers that you are not coming."
    ),
    "absence-at-desk": gettext_noop("In this section the desk marks absences. Tell the organisers."),
    "absence-of-desk": gettext_noop("The organisers have entered this absence. Ask them to change it."),
    "places-are-free": gettext_noop(
        "Places are free and no one is waiting: accept the application, or leave it "
        "undecided. Later applications would have to wait behind it."
    ),
    "unknown-decision": gettext_noop("This decision is not possible for an application."),
    "entries-by-offices": gettext_noop("In this section only federations and organisations enter players."),
    "entered-by-federation": gettext_noop(
        "Players of %(federation)s are entered by their federation. Ask its office."
    ),
    "quota-of-nobody": gettext_noop("Choose the federation or organisation of the quota."),
    "too-many-quotas": gettext_noop("The limit is %(limit)s quotas per section."),
    "quotas-exceed-places": gettext_noop(
        "The quotas would add up to %(total)s places, but the section has %(most)s. Lower "
        "other quotas first, or raise “Most entries” in the settings."
    ),
    "quotas-exceed-free": gettext_noop(
        "The quotas would keep %(kept)s places, but of the section’s %(most)s only %(free)s are free. Lower "
        "other quotas first, or raise “Most entries” in the settings."
    ),
    "places-kept": gettext_noop(
        "All places that are free of the section’s %(most)s are kept for quotas. Lower a quota first, or "
        "raise “Most entries” in the settings."
    ),
    "no-such-quota": gettext_noop("This quota no longer exists."),
    "quota-in-use": gettext_noop(
        "Players were entered under the quota of %(name)s. It cannot be removed; set it to 0 instead."
    ),
    "teams-are-entered": gettext_noop("In this section offices enter teams, not single players."),
    "no-quota-link": gettext_noop("This office has no link."),
    "too-many-at-once": gettext_noop("The limit is %(limit)s players at once."),
    "applied-already": gettext_noop("%(name)s is already on the list."),
    "person-incomplete": gettext_noop("%(name)s: required to enter: %(missing)s."),
    "member-twice": gettext_noop("%(name)s is in this team twice."),
    "no-such-application": gettext_noop("One of these applications no longer exists. Reload the page."),
    # fees and payments
    "fee-currency-fixed": gettext_noop("Fees have been booked in %(currency)s: the currency stays."),
    "iban-wrong": gettext_noop(
        "“%(account)s” is not an IBAN: its check digits do not match. Compare each digit."
    ),
    "refund-table": gettext_noop(
        "Give each day once, with 1 to 100 percent, and %(limit)s days at most, such as 2026-05-01 50."
    ),
    "fee-terms-needed": gettext_noop("Set the currency of the event first, under Terms of payment."),
    "too-many-fees": gettext_noop("The limit is %(limit)s fees per section."),
    "fee-amount": gettext_noop("This amount cannot be booked: it must be above zero."),
    "late-day-needed": gettext_noop("Enter the day from which the surcharge is due."),
    "reference-mistyped": gettext_noop(
        "“%(reference)s” is not a payment reference: its check digits do not match. Compare each digit."
    ),
    "reference-unknown": gettext_noop("No one at this event has the reference %(reference)s."),
    "references-several": gettext_noop("These are several references. Book them one by one."),
    "amount-needed": gettext_noop("Nothing is due on this account. Enter the amount received."),
    "amount-unclear": gettext_noop(
        "%(due)s is due, but the pasted line also says: %(figures)s. Enter the amount received."
    ),
    "no-such-fee-account": gettext_noop("This account does not belong to the event."),
    "unknown-booking": gettext_noop("Choose what to book."),
    "waived-too-much": gettext_noop("This is more than is still due."),
    "refunded-too-much": gettext_noop("This is more than was paid."),
    "no-online-payment": gettext_noop("This event does not take online payments. Pay by bank transfer."),
    "no-provider-payment": gettext_noop("This was not paid through a payment provider, or not any more."),
    "nothing-due": gettext_noop("Nothing is due any more."),
    "provider-silent": gettext_noop(
        "The payment provider is not responding. Try again later, or pay by bank transfer."
    ),
    "unknown-merchant": gettext_noop("Choose one of the ways of online payment offered."),
    "no-such-row": gettext_noop("This row is not one of the account."),
    "no-receipt": gettext_noop("Only payments and refunds that have not been cancelled have receipts."),
    "receipt-issuer-needed": gettext_noop(
        "A receipt names its issuer: the organiser has to enter the account holder, under Terms of payment."
    ),
    "no-such-receipt": gettext_noop("This receipt does not exist."),
    "no-such-notice": gettext_noop("This payment is settled already."),
    "notice-currency": gettext_noop(
        "A payment in %(currency)s cannot be booked here. Send it back, or exchange it."
    ),
    "fees-booked": gettext_noop(
        "Fees have been booked here, and accounts are kept. Archive the event instead."
    ),
    # organisations and quotas
    "no-such-organisation": gettext_noop("This organisation does not exist, or is not yours."),
    "organisation-needed": gettext_noop("Choose the organisation whose event this is."),
    "level-of-parent": gettext_noop("The parent organisation must be of a higher level."),
    "federation-of-nation": gettext_noop("Only a national organisation keeps the persons of a federation."),
    "federation-kept": gettext_noop("Another organisation keeps the persons of this federation already."),
    "federation-from-above": gettext_noop(
        "Only site administrators and officers of a world organisation say which organisation keeps the "
        "persons of a federation."
    ),
    "level-of-parts": gettext_noop(
        "One of its member organisations has this level or a higher one. Change that one first."
    ),
    "organisation-slug-taken": gettext_noop("Another organisation has the URL name “%(slug)s”."),
    "bad-colour": gettext_noop("“%(colour)s” is not a colour. Write it like #1a5fb4."),
    "contrast-too-low": gettext_noop(
        "The letters cannot be read on this background. Choose a lighter or darker colour."
    ),
    "office-held-already": gettext_noop("This person already holds that office."),
    "no-such-office": gettext_noop("This office has already been removed."),
    "last-officer": gettext_noop("This is the last officer. Appoint another one first."),
    "series-named-already": gettext_noop("A series with this name already exists."),
    "no-such-series": gettext_noop("This series no longer exists."),
    "owned-already": gettext_noop("The event already belongs to this organisation."),
    "offered-already": gettext_noop("The event has already been offered. Withdraw that offer first."),
    "no-such-offer": gettext_noop("This offer has already been settled or withdrawn."),
    **RATING_REFUSALS,
    **CIRCUIT_REFUSALS,
    **LICENCE_REFUSALS,
    **REPORT_REFUSALS,
    # what comes from outside
    "reading-busy": gettext_noop("Too many files are being read right now. Try again in a few seconds."),
    "reading-too-slow": gettext_noop(
        "Reading this took more than %(seconds)s seconds and was stopped. Nothing has been changed. "
        "Submit less at a time, or another file."
    ),
    "reading-too-costly": gettext_noop(
        "Reading this took more than %(megabytes)s MB of memory and was stopped. Nothing has been "
        "changed. Submit less at a time, or another file."
    ),
    "reading-failed": gettext_noop(
        "This could not be read. Nothing has been changed. The site's log gives the reason."
    ),
    # settings
    "move-limit-out-of-range": gettext_noop(
        "The move limit must be %(least)s to %(most)s moves, not %(moves)s. Leave it empty for none."
    ),
    "half-byes-out-of-range": gettext_noop(
        "Half-point byes per player must be between 0 and %(most)s, not %(count)s."
    ),
    "setting-fixed": gettext_noop(
        "%(setting)s can no longer be changed (%(stage)s). Nothing has been saved."
    ),
    "change-needs-reason": gettext_noop("This change needs a reason. Nothing has been saved yet."),
    "time-control-unreadable": gettext_noop(
        "“%(text)s” is not a time control. Write it like one of these: 60 min + 30 s · 25 min · 60 min, "
        "3 × 30 s byo-yomi · 30 min, 25 moves in 10 min."
    ),
    "time-control-beyond": gettext_noop(
        "“%(text)s” is not possible. The limits are 24 hours, an increment of 10 minutes and overtime "
        "periods of 2 hours."
    ),
    "section-already-open": gettext_noop("This section is already published."),
    "section-not-open": gettext_noop("The section is not published yet. Publish it first."),
    "event-file": gettext_noop("The file cannot be read: %(defect)s"),
    "player-list": gettext_noop("The list cannot be read: %(fault)s"),
    "unknown-setting": gettext_noop("This section has no setting “%(key)s”."),
    "rounds-below-played": gettext_noop(
        "Round %(played)s is published: there cannot be only %(rounds)s rounds. Enter %(played)s or more."
    ),
    "rounds-follow-draw": gettext_noop(
        "The lots are drawn: this section has the %(rounds)s rounds that its players need."
    ),
    "final-begun": gettext_noop("The final has begun with round %(round)s. This can no longer be changed."),
    "unknown-rulebook": gettext_noop("Unknown rulebook “%(rulebook)s”."),
    "go-setting": gettext_noop("%(setting)s: this value is not possible."),
    "team-setting": gettext_noop("%(setting)s: this value is not possible."),
    "no-mcmahon": gettext_noop("Only a McMahon section has start scores."),
    "rules-of-weiqi": gettext_noop("McMahon and its Swiss are for weiqi."),
    "unknown-criterion": gettext_noop("Choose each tie-break once, from the list."),
    "draws-of-players": gettext_noop(
        "Only in team matches can a draw give more to who moves second. Leave this empty."
    ),
    "rounds-count-once": gettext_noop(
        "Rounds count differently only for teams, and for players in a round robin or in a Swiss by the "
        "rules of WXF or WMSG; FIDE's Dutch system and go's systems count every round once. Leave this empty."
    ),
    "deciders-give-nothing": gettext_noop(
        "Decider games give points only to players in a round robin or in a Swiss by the rules of WXF or "
        "WMSG. Leave this empty."
    ),
    "rating-only-closed": gettext_noop(
        "The round is not closed: correct the result itself, then standings and ratings have it."
    ),
    "rating-only-played": gettext_noop(
        "Only a game that was played is rated otherwise, as a win, a draw or a loss; a forfeit is not."
    ),
    "step-left": gettext_noop(
        "The step goes on with the time that is left: type what both clocks show, such as 12:40."
    ),
    "weights-unreadable": gettext_noop(
        "Write round and weight, such as 9: 2, 10: 0.5: each round of this section once, from 0.5 to "
        "%(most)s times in steps of 0.5."
    ),
    "points-order": gettext_noop(
        "A win must not give less than a draw, a draw not less than a loss, and a bye not more than a win."
    ),
    "table-held": gettext_noop("Table %(number)s is already kept for another player of this section."),
    "table-out-of-range": gettext_noop("The first table must be 1 to %(most)s, not %(table)s."),
    "tables-shared": gettext_noop(
        "Tables %(first)s–%(last)s are not free: “%(section)s” has %(start)s–%(end)s. Begin with another "
        "first table."
    ),
    "capacity-out-of-range": gettext_noop("The limit must be 2 to %(most)s entries, not %(count)s."),
    "capacity-below-entries": gettext_noop(
        "The section has %(entries)s entries already: the limit cannot be %(count)s."
    ),
    "capacity-below-quotas": gettext_noop(
        "The section has %(entries)s entries and keeps %(kept)s places for quotas: the limit cannot be "
        "%(count)s."
    ),
    "section-full": gettext_noop(
        "The section takes %(most)s entries and has %(entries)s: there is room for %(room)s more. An "
        "organiser can change the limit in the settings."
    ),
    "event-slug-taken": gettext_noop(
        "Another event already uses the URL name “%(slug)s”. Choose another one."
    ),
    "event-dates": gettext_noop("The last day is before the first day."),
    "archive-round-open": gettext_noop(
        "Round %(round)s of “%(section)s” must be closed before the event can be archived."
    ),
    "section-slug-taken": gettext_noop("Another section of this event already uses the URL name “%(slug)s”."),
    "unknown-preset": gettext_noop("Unknown rules: “%(preset)s”."),
    "unknown-grouping": gettext_noop("Unknown grouping: “%(grouping)s”."),
    "games-of-match": gettext_noop("A match has 1 to 99 games, not %(games)s."),
    "few-missed": gettext_noop(
        "%(missed)s moves not recorded are no foul; 4 to 7 are one, 8 or more are two (WXC 4.3)."
    ),
    "missed-counted": gettext_noop(
        "Fouls for missed moves that this player already has in this game: %(fouls)s. A scoresheet costs one "
        "foul from 4 missing moves on, and two in all from 8 on (WXC 4.3). If you rule that these moves are "
        "missing in addition, say so."
    ),
    "unknown-ruling": gettext_noop("“%(ruling)s” is not a possible ruling for this offence."),
    "board-size": gettext_noop("The board size must be 19, 13 or 9, not %(size)s."),
    "quarters-out-of-range": gettext_noop("Enter 0 to %(most)s stones."),
    "third-by-losses": gettext_noop(
        "Who loses the last match of the lower bracket is third: there is no match for third place in a "
        "double elimination."
    ),
    "source-unreadable": gettext_noop("“%(text)s” names no place of another section."),
    "no-such-source": gettext_noop("There is no other section “%(section)s” in this event."),
    "source-twice": gettext_noop("“%(text)s” is there twice."),
    "stage-places": gettext_noop("Set 2 to %(most)s places, not %(count)s."),
    "places-no-bracket": gettext_noop(
        "A bracket has 2, 4, 8, 16 … places, and somebody in each match; this has %(count)s places. A place "
        "for nobody is a line with “-”."
    ),
    "carries-not-here": gettext_noop(
        "Earlier results count where places are filled from other sections: for players in a round robin or "
        "in a Swiss by the rules of WXF or WMSG, for teams in a round robin."
    ),
    "all-met": gettext_noop("Everybody has met everybody already: there is nothing left to play."),
    "source-open": gettext_noop("Place %(place)s (%(source)s) is not known yet."),
    "source-tied": gettext_noop(
        "Place %(place)s (%(source)s) is shared by several players. Let them play a decider, and name the "
        "number of who has won it."
    ),
    "source-gone": gettext_noop("Place %(place)s (%(source)s): nobody can come from there."),
    "comes-twice": gettext_noop("Who comes to place %(place)s (%(source)s) has an earlier place already."),
    "groups-of-few-teams": gettext_noop("%(count)s teams are too few for %(groups)s groups."),
    "groups-too-small": gettext_noop("%(count)s players are too few for %(groups)s groups."),
    "no-usual-crossing": gettext_noop(
        "Two, four, eight or sixteen groups have a usual crossing of one or two qualified of each, two "
        "groups of four as well. Otherwise set the places by hand."
    ),
    "final-size": gettext_noop("A final must have two or four players, not %(size)s."),
    "final-too-late": gettext_noop(
        "This final would end in round %(last)s, and the section has %(rounds)s rounds. Let it begin "
        "earlier, or add rounds."
    ),
    "seed-needed": gettext_noop("Enter a draw seed."),
    "rounds-out-of-range": gettext_noop("A section must have 1 to 60 rounds, not %(rounds)s."),
    "counted-out-of-range": gettext_noop("How many players count must be 1 to %(most)s, not %(count)s."),
    **GO_REFUSALS,
    # adjourned games
    "adjourn-decided": gettext_noop("Table %(table)s has its result, so the game cannot be adjourned."),
    "adjourn-match": gettext_noop(
        "Table %(table)s plays a match that needs its winner. It cannot be adjourned."
    ),
    "adjourn-resumed": gettext_noop("The game at table %(table)s has already been resumed."),
    "result-adjourned": gettext_noop(
        "The game at table %(table)s is adjourned. If it has ended all the same, end the line with “!”, or "
        "enter the result on the page of the table."
    ),
    "result-early": gettext_noop("Table %(table)s starts at %(at)s. A result before that needs a reason."),
    "not-adjourned": gettext_noop("The game at table %(table)s is not adjourned."),
    "adjourned-open": gettext_noop("Adjourned games of round %(round)s must be finished first: %(tables)s."),
    **OFFICIAL,
    "changed-meanwhile": gettext_noop(
        "Someone else has changed this while your page was open. Nothing has been saved: check the "
        "marked fields and decide."
    ),
    "placed-meanwhile": gettext_noop(
        "%(player)s is now in the team %(team)s: someone else changed that while your page was open. "
        "Nothing has been saved."
    ),
    "schedule-days": gettext_noop(
        "Round %(round)s would start outside the days of the event (%(days)s). First set other days in the "
        "settings of the event, or move everything by some days there."
    ),
    "rules-of-xiangqi": gettext_noop(
        "These rules are for xiangqi. For weiqi, choose the World Mind Sports Games 2008, a round robin "
        "or a knock-out."
    ),
    "rounds-impossible": gettext_noop(
        "%(count)s players have opponents for %(most)s rounds, not for %(rounds)s. Choose fewer rounds, or "
        "a round robin."
    ),
    "too-few-for-rounds": gettext_noop(
        "%(count)s players have opponents for %(most)s rounds, and this section has %(rounds)s. Add "
        "players before lots are drawn, or create a section with fewer rounds or a round robin and "
        "enter the players there."
    ),
    "schedule-order": gettext_noop("Round %(round)s must start later than round %(earlier)s."),
    "section-finished": gettext_noop("The section is finished; no more players can be entered."),
    "section-over": gettext_noop("The section is finished; its teams can no longer be changed."),
    "team-needs-name": gettext_noop("Enter a team name."),
    "team-name-taken": gettext_noop("There is already a team “%(name)s”."),
    "no-such-team": gettext_noop("This team no longer exists."),
    "team-has-players": gettext_noop("The team still has players. Remove them first."),
    "no-such-entry": gettext_noop("One of these players is no longer entered."),
    "category-key-taken": gettext_noop("There is already a category “%(key)s”."),
    "places-out-of-range": gettext_noop("A prize list must have 1 to 100 prizes, not %(places)s."),
    "category-in-use": gettext_noop(
        "A prize list or a fee is for the category “%(name)s”. Change that first, then delete the category."
    ),
    "not-open-to": gettext_noop("This section is open to: %(open_to)s. %(name)s does not fit: %(person)s."),
    "no-such-category": gettext_noop("This category no longer exists."),
    "no-such-prizes": gettext_noop("This prize list no longer exists."),
    # people
    "role-held-already": gettext_noop("This person already has that role."),
    "one-chief-referee": gettext_noop(
        "An event has only one chief referee. Remove that role from the current one first."
    ),
    "no-such-membership": gettext_noop("This role has already been removed."),
    "last-chief-organiser": gettext_noop("An event must keep at least one chief organiser."),
    "delegate-to-organiser": gettext_noop(
        "Pairing can be delegated only to an organiser of this event (WXC 2.4)."
    ),
    # forgetting
    "player-erased": gettext_noop("This player's data has been erased; there is nothing left to change."),
    "erase-confirm": gettext_noop("Type the name exactly as shown above. Erased data cannot be recovered."),
    "erase-elsewhere": gettext_noop(
        "This person also plays at events where you are not chief organiser. Ask a site administrator "
        "to do it."
    ),
    # undoing
    "no-inverse": gettext_noop("This cannot be undone from the journal."),
    "undone-already": gettext_noop("%(by)s has already undone this."),
    "undo-untold": gettext_noop("The journal does not hold enough detail to undo this."),
    "undo-too-late": gettext_noop("This has been changed again since, so it can no longer be undone."),
    # what the public sees
    "no-such-place": gettext_noop("This is not published."),
    "withheld-already": gettext_noop("This is already unpublished."),
    "not-withheld": gettext_noop("This is already public."),
    # backups
    "backup-foreign": gettext_noop("This file is not a Qiyuan backup, or it is incomplete."),
    "backup-damaged": gettext_noop("This backup is damaged at “%(where)s”. Nothing was restored."),
    "backup-newer": gettext_noop(
        "This backup was made by a newer release of Qiyuan (%(release)s). Nothing was restored."
    ),
    "backup-federations": gettext_noop(
        "Unknown federations: %(federations)s. A site administrator can add them or restore the file. "
        "Nothing was restored."
    ),
    "backup-too-large": gettext_noop(
        "Unpacked, this backup is larger than %(most)s MB. Nothing was restored."
    ),
    "backup-too-many-rows": gettext_noop(
        "This backup has more than %(most)s rows and can only be restored from the command line. "
        "Nothing was restored."
    ),
    "backup-file-too-large": gettext_noop(
        "Backups of up to %(most)s MB can be restored here; restore larger ones on the command line."
    ),
    "bad-setting": gettext_noop("This setting cannot have that value."),
    "event-slug-invalid": gettext_noop("A URL name has lower-case letters, digits and hyphens only."),
    "restore-denied": gettext_noop(
        "The person who uploaded this file is no longer allowed to restore events."
    ),
    "no-such-restoration": gettext_noop("This file is no longer available. Upload it again."),
    # screens
    "no-such-screen": gettext_noop("This screen no longer exists."),
    "too-many-screens": gettext_noop("An event has at most %(limit)s screens."),
    "screen-shows-nothing": gettext_noop("Choose at least one thing for the screen to show."),
    "screen-seconds": gettext_noop("A page must be shown for %(least)s to %(most)s seconds."),
    # logos, marks, photos
    "image-empty": gettext_noop("The file is empty."),
    "image-too-large": gettext_noop("The image has %(size)s MB; the limit is %(limit)s MB."),
    "image-too-many-pixels": gettext_noop(
        "The image has %(width)s × %(height)s pixels; the limit is %(limit)s million. Make it smaller."
    ),
    "image-unreadable": gettext_noop("This is not a PNG, JPEG or WebP image."),
    "no-logo": gettext_noop("The event no longer has a logo."),
    "no-mark": gettext_noop("The organisation no longer has a mark."),
    # paper
    "invited-already": gettext_noop("This person has already been invited to that role."),
    "no-such-invitation": gettext_noop("Unknown invitation. The link may not have been copied completely."),
    "invitation-revoked": gettext_noop("This invitation has been revoked."),
    "invitation-expired": gettext_noop("This invitation has expired."),
    "invitation-accepted": gettext_noop("This invitation has already been used."),
    # entries
    "name-needed": gettext_noop("Enter the player's name."),
    "name-too-long": gettext_noop("The text has %(length)s characters; the limit is %(limit)s."),
    "name-not-printable": gettext_noop("The text contains invisible characters."),
    "name-with-brackets": gettext_noop("A name cannot contain “<” or “>”."),
    "birth-year-ahead": gettext_noop("The year of birth %(year)s lies in the future."),
    "name-not-latin": gettext_noop("“%(name)s” is not in Latin letters."),
    "name-in-hanzi": gettext_noop(
        "“%(name)s” is not in Latin letters. Write the name as in the passport, such as %(proposal)s."
    ),
    "name-invisible": gettext_noop("The text has no visible characters."),
    "unknown-federation": gettext_noop("Unknown federation code “%(federation)s”."),
    "already-entered": gettext_noop("%(name)s (%(federation)s) is already entered in this section."),
    "withdrawn-already": gettext_noop(
        "%(name)s (%(federation)s) has withdrawn from this section. You can reinstate the player on the "
        "entry's page."
    ),
    "entry-not-withdrawn": gettext_noop("Not withdrawn: %(names)s. Nothing has been changed."),
    "unknown-category": gettext_noop("This section has no category “%(category)s”."),
    "bad-group": gettext_noop("The draw group must be 1 or 2."),
    "no-late-entry": gettext_noop(
        "Lots have been drawn, and a round robin has a fixed number of players: late entries are not "
        "possible."
    ),
    "nothing-to-import": gettext_noop("No row of the list can be imported."),
    "check-in-closed": gettext_noop(
        "Check-in is closed: round 1 is paired, or the section is not published. Go to the desk."
    ),
    "entry-withdrawn": gettext_noop("Already withdrawn: %(names)s. Nothing has been changed."),
    "nobody-selected": gettext_noop("Select at least one player."),
    "no-such-round": gettext_noop("There is no round %(round)s: the section has %(rounds)s rounds."),
    "no-draw-groups": gettext_noop("No groups are drawn in this section."),
    "no-team-ranking": gettext_noop("This section has no final team ranking that everyone can see."),
    "lots-drawn-already": gettext_noop("Lots have already been drawn; they are drawn only once."),
    "too-few-entries": gettext_noop("Drawing lots takes at least two players; there are %(count)s."),
    # rounds
    "lots-not-drawn": gettext_noop("Lots have not been drawn yet, so players have no numbers."),
    "players-unconfirmed": gettext_noop(
        "Not confirmed for round %(round)s: %(players)s. They were never checked in, or lost their last "
        "game as no-shows. Confirm who plays, then pair."
    ),
    "confirmed-meanwhile": gettext_noop(
        "Someone else has confirmed these players in the meantime: %(players)s. Nothing has been saved."
    ),
    "nobody-named": gettext_noop("Name at least one player."),
    "full-byes-not-known": gettext_noop("Full-point byes are granted only where FIDE's Dutch system pairs."),
    "points-of-dutch": gettext_noop(
        "FIDE's Dutch system pairs where losing and staying away give nothing and a draw gives both the same."
    ),
    "points-of-baku": gettext_noop("Baku's acceleration needs a win that is worth two draws (C.04.7)."),
    "half-byes-not-allowed": gettext_noop("This section does not allow half-point byes."),
    "half-bye-too-late": gettext_noop(
        "A half-point bye can be taken up to round %(last)s, not in round %(round)s. Mark an absence instead."
    ),
    "half-byes-used": gettext_noop(
        "No half-point bye left for %(names)s; the limit is %(limit)s. Mark an absence instead."
    ),
    "here-and-away": gettext_noop("These players are marked both present and absent: %(players)s."),
    "previous-round-open": gettext_noop("Round %(round)s is not closed yet."),
    "reason-needed": gettext_noop("Give a reason; it is recorded in the journal."),
    "still-pairing": gettext_noop("Round %(round)s is still being paired."),
    "publishing": gettext_noop("Round %(round)s is being published."),
    "closing": gettext_noop("Round %(round)s is being closed."),
    "draft-changed": gettext_noop(
        "The draft of round %(round)s has changed since you opened this page. Review it again before "
        "you publish."
    ),
    "round-changed": gettext_noop(
        "Round %(round)s has changed since you opened this page: it is now %(now)s (%(done)s, %(by)s). "
        "Nothing has been saved. Check it, then send again if it still applies."
    ),
    "draft-outdated": gettext_noop(
        "Entries, rules for pairs or earlier results have changed since round %(round)s was paired. Pair it "
        "again."
    ),
    "round-public": gettext_noop("Round %(round)s has already been published."),
    "changed": gettext_noop("This has changed since you opened the page. Check it and try again."),
    "no-such-player": gettext_noop("No entry has number %(player)s."),
    "same-player": gettext_noop("No. %(player)s cannot play against himself or herself. Choose two players."),
    "not-playing": gettext_noop("No. %(player)s does not play in round %(round)s."),
    "already-ruled": gettext_noop("There is already a rule for one of these two players."),
    "until-before": gettext_noop("A rule from round %(first)s cannot end with round %(last)s."),
    "no-such-rule": gettext_noop("This rule has already been removed."),
    "later-round-paired": gettext_noop(
        "Round %(round)s can no longer be reopened: round %(later)s has been paired on its results."
    ),
    "not-seated": gettext_noop("No. %(player)s has no table in this round."),
    "same-table": gettext_noop(
        "No. %(first)s and No. %(second)s are at the same table. Switch its colours instead."
    ),
    "has-bye-already": gettext_noop("No. %(player)s already has the bye."),
    "table-has-result": gettext_noop("This would move players who already have a result: %(tables)s."),
    # a section from a file
    "unsupported-system": gettext_noop("Sections of the system “%(system)s” cannot be imported yet."),
    "unknown-criteria": gettext_noop("The file names unknown tie-breaks."),
    "table-needed": gettext_noop("Every game in the file needs a table number."),
    "foul-without-game": gettext_noop("The file has a foul by a player who had no game in that round."),
    "replay-colours": gettext_noop("Colours must alternate from game to game of a match."),
    # a section as a file
    "cannot-write": gettext_noop("Cannot export %(format)s: %(why)s"),
    # results
    "no-such-table": gettext_noop("Round %(round)s has no table %(table)s."),
    "unknown-result": gettext_noop("“%(value)s” is not a result."),
    "draw-by-forfeit": gettext_noop("A game that was not played cannot be a draw."),
    "none-by-play": gettext_noop(
        "0–0 needs its cause: say by what both lose, or mark it as a forfeit if nobody played."
    ),
    "half-by-play": gettext_noop(
        "½–0 and 0–½ need the cause: ruled by the arbiter. By play nobody has half a point against nothing."
    ),
    "half-in-match": gettext_noop("½–0 and 0–½ cannot decide a match: somebody has to go on."),
    "unknown-cause": gettext_noop("“%(value)s” is not a cause of a result."),
    "cause-not-of-result": gettext_noop("A game cannot have this result by this cause: %(cause)s."),
    "cause-not-in-rulebook": gettext_noop(
        "The section's rulebook does not know this: %(cause)s. If it is right, confirm it (a line ends "
        "with “!”)."
    ),
    "unreadable-clock": gettext_noop(
        "“%(text)s” is no clock. Type the time left as 12:40, overtime as 3 × 30 s or 15 / 25."
    ),
    "clocks-needed": gettext_noop("Type at least one clock."),
    "article-without-cause": gettext_noop("An article needs the cause that it is about."),
    "unreadable-article": gettext_noop("“%(text)s” is no article: type its number, such as 4.3 or AXF 1."),
    "margin-without-count": gettext_noop("Only a game that was counted has a margin."),
    "no-such-game": gettext_noop(
        "Table %(table)s has no game %(game)s to report: a match goes on only until it has a winner."
    ),
    "no-such-report": gettext_noop("Table %(table)s has no result to correct."),
    "seats-changed": gettext_noop(
        "Your page showed %(shown)s at table %(table)s; the players are now %(now)s. Nothing has been "
        "saved. Check who plays there, then report their result."
    ),
    "opponent-changed": gettext_noop(
        "Your page showed %(shown)s as your opponent; your opponent is now %(now)s. Nothing has been saved."
    ),
    "not-own-slip": gettext_noop(
        "The result of table %(table)s cannot be undone here. A referee can correct it, giving a reason."
    ),
    "result-needed": gettext_noop("The round is closed, so table %(table)s must have a result. Enter it."),
    "lost-by-fouls": gettext_noop(
        "No. %(player)s has %(count)s fouls and has lost this game. If that is wrong, withdraw a foul first."
    ),
    # fouls
    "misses-changed": gettext_noop(
        "%(by)s has just changed the fouls for missed moves: there are %(fouls)s now. Nothing was changed; "
        "look again."
    ),
    "nothing-to-replace": gettext_noop("There is no foul for missed moves to replace. Log it instead."),
    "table-has-foul": gettext_noop("This would move players who have a foul: %(tables)s."),
    "unknown-offence": gettext_noop("Unknown offence for this game: “%(offence)s”."),
    "unknown-kind": gettext_noop("Unknown kind of foul: “%(kind)s”."),
    "unknown-ladder": gettext_noop("Unknown foul rule: “%(ladder)s”."),
    "bad-ply": gettext_noop("%(ply)s cannot be the number of a move."),
    "note-needed": gettext_noop("Write the note first."),
    "note-too-long": gettext_noop("A note has at most %(most)s characters."),
    # appeals
    "no-appeals": gettext_noop("This section takes no appeals. Ask the chief referee."),
    "no-such-ruling": gettext_noop("There is no such ruling. Reload the page."),
    "ruling-of-others": gettext_noop(
        "You can appeal a foul of your own side, or a decided result that your side has not won; this ruling "
        "is neither."
    ),
    "appealed-already": gettext_noop("You have already appealed this ruling. Nothing has been sent twice."),
    "ruling-withdrawn": gettext_noop(
        "This ruling has been taken back or replaced meanwhile. Look at your page: if the new one is wrong "
        "too, appeal that one."
    ),
    "appeal-late": gettext_noop("Too late: this ruling could be appealed until %(until)s."),
    "statement-needed": gettext_noop("Write what happened and what should have been decided."),
    "statement-too-long": gettext_noop(
        "This text has %(count)s characters; the limit is %(most)s. Nothing of it is lost: shorten it and "
        "send it again."
    ),
    "decided-already": gettext_noop("This appeal has already been decided. The decision stands below."),
    "unknown-outcome": gettext_noop("Choose whether the appeal is upheld, rejected or withdrawn."),
    "unknown-deposit": gettext_noop("Choose where the deposit is."),
    "panel-needed": gettext_noop("Name who decided, in at most %(most)s characters."),
    "reasons-needed": gettext_noop("Write why it was decided so. The player reads it."),
    "other-result-needed": gettext_noop(
        "This is the result that was appealed. Choose the other one, or reject the appeal."
    ),
    "no-such-referee": gettext_noop("This person has no role of a referee or of the desk any more."),
    "tables-unreadable": gettext_noop("“%(text)s” is no table. Write ranges such as 1–14, 20."),
    "minutes-out-of-range": gettext_noop("Choose 0 to %(most)s minutes."),
    # fouls
    "foul-confirmed": gettext_noop("This foul has already been confirmed."),
    "foul-withdrawn": gettext_noop("This foul has already been withdrawn."),
    "foul-changed": gettext_noop("%(by)s has already decided this foul. Check its current status."),
    "disputed": gettext_noop(
        "The players at table %(table)s reported different results: a referee must decide."
    ),
    "result-stands": gettext_noop("Table %(table)s already has a result. If it is wrong, tell a referee."),
    "draw-impossible": gettext_noop(
        "With the komi of this section, no count ends in a draw. If the game has no result, tell a referee."
    ),
    "told-by-both": gettext_noop(
        "Your opponent has reported too: it cannot be taken back any more. Go to a referee together."
    ),
    "nothing-told": gettext_noop("You have not reported a result that can be taken back."),
    "told-otherwise": gettext_noop("Your opponent's report has changed meanwhile. Look again."),
    "both-told": gettext_noop("You and your opponent reported different results. Go to a referee together."),
    "not-online": gettext_noop("This section is played over the board: players are checked in the hall."),
    "too-early": gettext_noop("Too early: a no-show can be forfeited only ten minutes after the start."),
    "not-automatic": gettext_noop("Here nobody loses without a referee saying so."),
    "table-plays": gettext_noop("Table %(table)s shows activity now. Check it again."),
    "is-there": gettext_noop("No. %(player)s is marked present at table %(table)s."),
    "no-game-of-yours": gettext_noop("You have no opponent in round %(round)s."),
    "not-yours": gettext_noop("Your link does not allow this: it is not one of your games."),
    "no-link": gettext_noop("This player has no private link."),
    "results-missing": gettext_noop("Round %(round)s still has results missing: %(tables)s."),
    "token-needs-name": gettext_noop("Give the token a name that says what it is for."),
    "token-needs-scope": gettext_noop("Choose at least one permission."),
    "token-days": gettext_noop("A token cannot be valid for this many days."),
    "device-over": gettext_noop("No device waits with this code. Have the device show another one."),
    "nothing-to-allow": gettext_noop(
        "Your account may do none of what the app asks for, so there is nothing that you could allow."
    ),
    "no-letters": gettext_noop("This site sends no letters, so no address can be confirmed."),
    "address-wrong": gettext_noop("This is not an e-mail address."),
    "address-taken": gettext_noop("Another account here has already confirmed this address."),
    "letter-of-another": gettext_noop(
        "This letter is for another account. Sign in with that one, and open the link again."
    ),
    "app-scopes": gettext_noop("Choose what the app may ask for."),
    "app-scopes-held": gettext_noop(
        "The app would act with your rights, and your own account may not do all of this."
    ),
    "app-nobody-signs-in": gettext_noop(
        "To this kind of app nobody signs in: it cannot ask for names and addresses."
    ),
    "app-addresses": gettext_noop("Enter one to %(limit)s addresses to lead back to."),
    "app-address": gettext_noop(
        "People cannot be led back to “%(address)s”: it must begin with https://, or be on this machine, or "
        "an app’s own, as org.example.app:/done."
    ),
    "too-many-apps": gettext_noop("No more than %(limit)s apps can be registered here. Delete one first."),
    "unknown-app-kind": gettext_noop("Choose the kind of app."),
    "no-such-app": gettext_noop("This app is no longer registered."),
    "app-without-secret": gettext_noop("An app of this kind has no secret."),
    "too-many-tokens": gettext_noop("You already have %(limit)s valid tokens. Revoke one first."),
    # the same key for two things: a form that was sent twice with different contents
    "once-reused": gettext_noop("This form has already been sent. Check the result, then fill in a new one."),
}


_more: dict[str, str] = {}


def register_refusals(words: Mapping[str, str]) -> None:
    """The words for another app's refusals; called in ``AppConfig.ready()``."""
    _more.update(words)


def worded_codes() -> frozenset[str]:
    """Every code that has a sentence of its own here or in another app."""
    return frozenset((*WORDS, *_more))


def refusal_sentence(code: str, params: Mapping[str, Any], name: Name | None = None) -> str:
    """One sentence for a refusal. ``name`` gives the words for an entry number; without it, "No. 7"."""
    names = () if name is None else (name,)
    if code in RefusalCode.__members__.values():
        return refusal_text(CannotPair(RefusalCode(code), **params), *names)
    if code in InputCode.__members__.values():
        return input_error_text(PairingInputError(InputCode(code), **params), *names)
    if code in NoticeCode.__members__.values():
        return notice_text(Notice(NoticeCode(code), params), *names)
    values = _in_words(params)
    if code == "state":
        words = gettext("%(act)s: not possible while round %(round)s is %(state)s.")
        return words % {**values, "act": act_name(str(params["act"])), "state": STATES[str(params["state"])]}
    if code in OFFICIAL and "what" in params:
        values["what"] = leaving_words(params)
    if "setting" in values:
        values |= refused_setting(params)
    values |= _days_and_sizes(code, params) | go_params(code, params)
    if code == "person-incomplete":
        values["missing"] = FIELD_NAMES[params["missing"]]
    if code in TEAM:
        values |= team_params(params, name)
    if "tables" in values:
        values["tables"] = tables_text(params["tables"])
    if code == "round-changed":
        values |= {"now": STATES[params["now"]], "done": done_name(params["done"]), "by": params["by"] or "–"}
    if code in ("seats-changed", "opponent-changed"):
        who = name or number_text
        values |= {key: " – ".join(who(number) for number in params[key]) for key in ("shown", "now")}
    if "players" in values:
        values["players"] = players_text(params["players"], *names)
    return escape_bidi(gettext(WORDS[code] if code in WORDS else _more[code]) % values)


def _days_and_sizes(code: str, params: Mapping[str, Any]) -> dict[str, str]:
    """Days and sizes among the parameters of a refusal, in words."""
    if code == "image-too-large":
        return {key: megabytes(params[key]) for key in ("size", "limit")}
    days = {"day": days_text(params["day"], params["day"])} if "day" in params else {}
    if code == "appeal-late":
        days["until"] = time_text(on_the_clock(params["until"], params["zone"]), day=True)
    if code == "result-early":
        days["at"] = time_text(on_the_clock(params["begins"], params["zone"]), day=True)
    if "starts" in params:
        days["days"] = days_text(params["starts"], params["ends"])
    return days


def _in_words(params: Mapping[str, Any]) -> dict[str, Any]:
    """With the names, and the result that stands, as they are read."""
    values = dict(params)
    # Only claims name plies, and claims are made in xiangqi.
    values |= {
        f"{key}_words": move_words(params[key], "xiangqi")
        for key in PLIES
        if isinstance(params.get(key), int)
    }
    if "names" in params:
        # Everybody who stood in the way of something that is done to all of them or to none.
        values["names"] = " · ".join(params["names"])
    if "cause" in params:
        values["cause"] = cause_text(params["cause"])
    if "report" in params:
        by = params["by"] or gettext("the players")
        values |= {"theirs": result_text(params["theirs"], params["forfeit"]), "by": by}
    return values


def placed_sentence(refusal: Refusal) -> str:
    """The sentence with the place in a file, where the refusal names one."""
    sentence, params = refusal_sentence(refusal.code, refusal.params), refusal.params
    if "table" in params and "round" in params:
        place = gettext("round %(round)s, table %(table)s") % params
    elif "first" in params and "round" in params:
        place = gettext("round %(round)s, No. %(first)s against No. %(second)s") % params
    elif "number" in params:
        place = gettext("No. %(number)s") % params
    else:
        return sentence
    return f"{place}: {sentence}"


def players_text(numbers: list[int], name: Name = number_text) -> str:
    """The players by name or ``No. 7``; of many the first dozen and how many more."""
    return dozen_names([name(number) for number in numbers])


def tables_text(tables: list[int]) -> str:
    """``table 3``, ``tables 3, 4 and 9``; of many the first dozen and how many more."""
    if len(tables) == 1:
        return gettext("table %(table)s") % {"table": tables[0]}
    first = listed(tables[:MOST_TABLES])
    if more := len(tables[MOST_TABLES:]):
        return gettext("tables %(tables)s and %(count)s more") % {"tables": first, "count": more}
    return gettext("tables %(tables)s") % {"tables": first}
