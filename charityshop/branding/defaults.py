"""Default texts of the shop settings (charityshop.models.ShopSettings).

They are the defaults of its columns, so changing one requires `manage.py makemigrations`. Settings that were saved
before keep their texts.
"""

DESCRIPTION = (  # the welcome on large screens, and what search engines show
    "We bring people, games and drinks together for positive change. "
    "Find a card night near you, book your seats, and help a good cause."
)
MAKER_CREDIT = "Made with cards and coffee by the Charity Card Shop"
INVITATION_TITLE = "Pull up a chair"
INVITATION = (
    "Create an account to place and track your orders. Newcomers are welcome, and every seat helps a good cause."
)
ABOUT = "We are a group of card players who meet in cafes and breweries, and play for charity."
ABOUT_SECTIONS = (
    (
        "A drink in reach",
        "Our tables stand where something good is on tap: coffee in the afternoon, a local beer in the evening, and "
        "always something without alcohol. The people behind the bar know us, and a table is kept for us.",
    ),
    (
        "Cards on the table",
        "We hold regular meetups, from casual game nights to tournaments. Bring your favorite deck, or come without "
        "one. Newcomers are welcome: somebody at the table will explain the rules and lend you a deck for the evening.",
    ),
    (
        "Giving, every time",
        "Drinks, trading cards and charitable giving belong together here. Your seat helps pay for a good cause, and a "
        "good evening is reason enough to come.",
    ),
)
ACCESSIBILITY = (
    "We want everybody to be able to book a seat and to come.\n\n"
    "We build this site by the Web Content Accessibility Guidelines (WCAG) 2.2, level AA. Automated checks look at its "
    "pages in light and dark colors and on narrow screens, and a seat can be bought with the keyboard alone.\n\n"
    "Known limits: people who use a screen reader every day have not tested it yet. PayPal's window is PayPal's own. "
    "Pictures of events have no description. The places are not ours: each event says what we know about steps, "
    "toilets, quiet corners and parking, and nothing where we have not asked.\n\n"
    "If something keeps you from booking or coming, tell us, and we will find a way."
)
NO_RECEIPT = "This is not a tax receipt."
DISCLOSURE = (  # IRS Publication 1771, for payments over $75 that are part gift and part seats
    "You paid {paid}. You received {seats} with an estimated fair market value of {value}. The amount deductible for "
    "federal income tax purposes is limited to the excess of your payment over that value: {deductible}."
)
GIFT_ALONE = "No goods or services were provided in exchange for this gift."
