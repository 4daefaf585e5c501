## The bar

page-desk = Desk
page-analysis = Analysis
page-compare = Compare
page-pipeline = Pipeline
page-support = Support
page-review = Review
page-settings = Settings

## Keys
keys-new = new question
keys-find = to the question, or to search
keys-ask = ask
keys-line = new line
keys-stop = stop the run; close what is open
keys-trace = fold or open the trace
keys-rail = fold or open the conversations
keys-play = play or pause a recorded conversation
keys-step = its next step
keys-next = next session
keys-previous = previous session
keys-back = back to the list
keys-good = good
keys-partly = partly
keys-bad = bad; 1 to 6 say why, 7 to 0 where
keys-save = save and next
keys-case = make a case of the turn
keys-title = Keys
keys-single = Single-key shortcuts work outside text fields

## The choice of the language

language = Language
language-use = Use
