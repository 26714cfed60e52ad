"""The sentences of refusals about results that stand already or wait for a decision, and about what an
event tells the public: announcements, officials, prizes, the pairings of all rounds, and what webhooks
carry."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext_noop

TOLD: Mapping[str, str] = {
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
    "standings-pending": gettext_noop("The standings are being frozen again. Try again in a moment."),
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
    "webhook-topics": gettext_noop("Choose when to notify the receiver."),
    "webhook-known": gettext_noop("There is already a webhook for this URL."),
    "webhook-ended": gettext_noop("This webhook has been deleted."),
    "too-many-webhooks": gettext_noop("An event has at most %(limit)s webhooks."),
    "webhook-tls": gettext_noop("The receiver's certificate is not valid."),
    "webhook-slow": gettext_noop("The receiver did not answer in time."),
    "webhook-unreachable": gettext_noop("The receiver could not be reached."),
    "no-such-delivery": gettext_noop("This message no longer exists."),
}
