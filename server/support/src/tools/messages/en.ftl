# What the agent says in English. `$form` is "formal" or "informal"; an argument that is empty comes as "none".
# No message promises a time except call-within, which has it from the settings; none uses the customer's name.

## Beginning, and whose account it is

greeting = { $form ->
    [formal] { $company ->
        [none] Hello! How may I help you?
       *[other] Hello, this is { $company }. How may I help you?
    }
   *[informal] { $company ->
        [none] Hi! How can I help?
       *[other] Hi, this is { $company }. How can I help?
    }
}
ask-problem = What's happening: no internet, slow or dropping internet, no TV picture, or is it about your bill?
confirm-address = I've found your account. Is this about the connection at { $address }?
ask-address = I couldn't find an account for this phone number. What are the street, the house number and, if there is one, the flat number?
address-not-found = I couldn't find “{ $address }”. Could you check the street and the house number?
address-not-yours = That address isn't on the account for the number you're calling from, so I can't help with it.
ask-other-address = All right, which address are you calling about? The street and house number, please.
other-data = I can only talk about the account that you are verified for.

## What the account and the checks say

suspended = I can see that your service is paused because a bill is unpaid. You can pay through your bank with the details on the bill; once the payment reaches us, we switch the service back on. If you've already paid, tell me and a colleague will check the payment.
cancelled = I can see that the contract for this account has ended, so there's no service on it. If that's a mistake, or you'd like to join again, I'll pass your question on to a colleague.
outage = There's an outage in your area affecting: { $services }. We know about it and are fixing it; the expected end is { $until }. You don't need to do anything.
outage-no-time = There's an outage in your area affecting: { $services }. We know about it and are fixing it, but I don't know yet when it will be over. You don't need to do anything.
port-down = I've checked your line: the port in our network that your home is connected to is down.
packet-loss = I've checked your line: a good part of the data gets lost on the way, so the connection stutters.
intermittent = I've checked your line: the connection keeps dropping and coming back.
no-ip = I've checked your line: your router hasn't been given a network address, so it can't get online.
jitter = I've checked your line: the data arrives unevenly, so video and calls may stutter.
poor-signal = I've checked your line: the signal that reaches it is too weak.
minor-issue = I've found something small. Let's try one thing, and if it doesn't help, I'll register a fault.
account-info = I can't see amounts or payments here. You'll find the amount, the due date and the payment details on your latest bill, and a colleague can help with anything that's missing.

## One step at a time

step-first =
    Let's take it one step at a time. First:

    { $step }
step-next =
    Okay, let's try the next thing:

    { $step }
did-it-help = Is it working now?

## Tickets, and people

offer-ticket = Shall I register a fault for you?
ticket-made = I've registered the fault, its number is { $id }. Our technicians will take care of it.
ticket-declined = A colleague looked at it and didn't register a fault this time, but will call you about it.
ticket-failed = Sorry, I couldn't register the fault, so I'm passing your question on to a colleague.
handed-over = I'm passing your question on to a colleague, who will call you.

## Talking

calm = I understand this is frustrating, and I'm sorry it has come to this. Let's see what we can do.
not-understood = Sorry, I didn't get that. Could you put it another way?
which-first = I see, there is more than one thing: { $first }, and { $later }. Let's start with the first.
next-problem = Shall we look at the next problem now: { $problem }?
resolved = Great, I'm glad it works!
anything-else = { $form ->
    [formal] Is there anything else I may help you with?
   *[informal] Is there anything else I can help with?
}
bye = Thanks for getting in touch. Have a good day!
language-changed = Sure, let's go on in English.

## When it cannot go on

error = Sorry, something went wrong. Could you send that again?
timeout = Sorry, that took me too long and I couldn't answer. Could you send it again?
max-turns = This conversation has become too long for me to go on, so I'm passing your question on to a colleague.
conversation-ended = This conversation has ended. If you need more help, please start a new one.

## Names

problem-no-internet = no internet
problem-slow-internet = slow internet
problem-intermittent = internet that keeps dropping
problem-tv-no-signal = no TV picture
problem-account = a question about the bill
service-internet = internet
service-tv = TV
service-phone = phone

## Danger, being verified, promises, questions back

ask-verify = I can talk about an account only with the person it belongs to. Please call from the number on the contract, or tell me: { $facts }. If the contract has a call code, that and the account number are enough.
verify-failed = I couldn't verify the account with that. Please try once more; I need all of this: { $facts }.
street-outage = There is an outage in that street; we are fixing it, and the expected end is { $until }. There is nothing to do at home.
street-outage-no-time = There is an outage in that street; we are fixing it, but I don't know yet when it will be over. There is nothing to do at home.
street-nothing = We know of no outage in that street at the moment.
danger-fire = Touch nothing and plug nothing in. Get away from it, leave and take the others with you, and call 112. I have told a colleague already.
danger-electricity = Step back and touch nothing: no equipment, no wires, no socket, and plug nothing in. Keep others away, children above all. Anyone who has had a shock needs a doctor even if they feel fine: call 112. Don't touch a person who is still in contact with the wire. I have told a colleague already.
danger-water = Get away from the water, and touch nothing and plug nothing in: no equipment, no wires, no socket. Keep others away too. If the water is near anything electrical or keeps rising, get out and call 112. I have told a colleague already.
danger-gas = Touch nothing and switch nothing on or off, no light and no equipment, and no flame. Go outside, take the others with you, and call 112 from there. I have told a colleague already.
danger-violence = Your safety comes first. If you can, get away to a safe place and call 112; where it is dangerous to speak, 112 takes text messages. Leave the equipment alone. I have told a colleague already.
danger-self-harm = I am very sorry that it is this hard. Don't stay alone, and call 112; somebody to talk to is there at any time, free of charge, at 116 123. Bills and internet can wait. I have told a colleague already.
danger-health = Call 112 right now and do what they say. Don't touch anyone who is still in contact with electricity; if there is smoke or gas, get out if you can. I have told a colleague already.
danger-other = Get away from it: touch nothing and plug nothing in. Keep others away too, children above all. If anyone is hurt or could be, call 112. I have told a colleague already.
danger-again = Until the danger is over, stay away and touch nothing, and anybody who is still near it should move away. If anybody is hurt or it gets worse, call 112: I can't send help myself. A colleague has been told.
are-you-safe = Are you in a safe place?
danger-over = I am glad you are in a safe place. If anybody else is still near it, tell them to get out too. If the danger comes back or anybody feels unwell, call 112. Leave the equipment alone until a technician has looked at it; a colleague will call you.
cancel-noted = I can't end a contract myself. I've passed your request on to a colleague, who will call you to confirm who is asking and to arrange it.
plan-noted = I can't see the plans and their prices here; a colleague will tell you. I have written your wish down, and a colleague will call you.
moving-noted = Moving the connection to another address is something a colleague arranges. I have written it down, and they will call you.
no-open-ticket = I see no fault on your account that is still being worked on.
compensation-noted = Whether compensation is due, and how much, is for a colleague to decide, so I can't promise any. I've passed your request on, and a colleague will call you.
complaint-noted = I'm sorry that it has come to this. I have written your complaint down; a colleague will look into it and call you.
still-open = This is not solved yet. Shall I leave it with a colleague who will call you?
left-open = I have written it down, and a colleague will call you.
wait-ok = All right, I'll wait. Tell me when you are ready.
how-long-step = This step should take a few minutes; how long the rest takes I can't say yet.
how-long-unknown = I don't know the exact time, and I don't want to guess.
not-known = I can't answer that for sure; if you need it, ask for a colleague.
ticket-waits = I've reported the fault. A colleague checks it first; then our technicians will call you to agree a time.
ticket-changed = A colleague has corrected the details of the ticket.
open-before = I can see that fault { $id } was registered already ({ $date }) and is still being worked on.
no-service = This account doesn't have that service: { $service }. It has: { $services }.
skip-step = No problem, let's leave that one out.
taken-over = A colleague goes on with you now: { $name }.
already-passed = A colleague already has this and will call you.
problem-router = the router
problem-equipment = replacing equipment
problem-visit = a technician's visit
problem-phone = no phone line
fact-account = the account number (it is on the bill)
fact-name = first name and surname on the contract
fact-email = the e-mail address on the contract
fact-code = the call code
problem-wifi-range = Wi-Fi that doesn't reach everywhere
problem-wifi-password = the Wi-Fi password
problem-tv-channel = a missing TV channel
problem-tv-picture = a TV picture that breaks up
danger-again-violence = I can't call the police or send anybody to you from here. Please call 112 yourself, or text it where speaking is dangerous, and say where you are. If you can't get away, lock yourself in and stay quiet. A colleague has been told.
danger-again-self-harm = I can't call help to you from here. Please call 112, or 116 123, where somebody listens at any time, and let somebody you trust be with you. A colleague has been told.
danger-again-health = I can't send an ambulance from here. Yes, call 112 now, tell them what has happened and how you feel, and do what they say; don't wait for our colleague.
danger-over-person = I am glad you are in a safe place. Stay there, and call 112 if the danger comes back or you feel unwell. A colleague knows what has happened.
stay-out = Nobody goes back in, and nobody touches anything: don't plug it in, pull it out or switch it on, not even for a moment, until an expert has said that it is safe. Whoever is still in there comes out now, children first; if they can't, call 112.
stay-away = No, don't go back while the danger isn't over. Call 112: only the police can say whether it is safe to go back.
owners-only = As you said, the account is somebody else's, so I can't tell you anything about it or change it, whatever number or name you give. I have written it down; a colleague will call the number on the account itself.
added = I've added that to the note; the colleague who calls will answer it.
in-their-words = I've written: “{ $said }”.
precaution = If anything there is smoking, sparking, wet near wires or hanging down, or if anybody is hurt, get away from it, touch nothing and call 112. If so, tell me that first.
own-account = On your account I see { $address }, with { $services }. What is due now is on the bill.
plan-price = { $plan } at { $price } euros a month
ticket-of-call = The fault I registered in this call has the number { $id }, and our technicians have it.
unclear-step = I didn't catch whether that helped. Does it work now, or is it still the same?
visit-noted = A colleague will arrange the time of the visit with you. I have written it down, and they will call you.
danger-fallen = Stay well away from it, at least ten metres, and don't touch or move anything: treat every cable as live. Keep others away too, children above all. If it is where people walk or drive, or could fall, call 112. I have told a colleague already.
call-now = Call 112 right now, even if it doesn't look serious.
dont-touch = Nobody touches it, moves it or pulls anything out, not with a stick, a cloth or gloves either. The main switch may be turned off only where it is dry and well away from it. Leave the rest alone until an expert says that it is safe.
ask-place = Where is this happening? The street, the house number, or what is nearby.
ask-name = And who am I speaking with?
danger-noted = Thank you, I have passed that on to the colleague straight away.
ask-cancel = Just to be sure: do you want to end your contract with us?
not-ending = All right, your contract stays as it is, and nothing is being ended.
price-of-leaving = I can't see here what ending the contract would cost. I have asked a colleague to call you and tell you; nothing is being ended.
visit-off = I have asked a colleague to call the visit off, and they will call you to confirm.
all-noted = I have written down everything you asked for.
machine = I'm an automated assistant, not a person. If you would rather talk to a person, a colleague can call you.
foreign = Sorry, I only speak Lithuanian and English. Atsiprašau, kalbu tik lietuviškai ir angliškai.
which-of = I'm not sure I understood. Which is it: first, { $first }, or second, { $second }?
question-passed = I can't answer that myself, so I have passed your question on to a colleague, who will call you.
call-within = They will call { $time }.
own-address = On your account I see { $address }.
