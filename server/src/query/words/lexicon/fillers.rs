//! Words and phrases of questions that say nothing about what is asked for, parted by `|`. A word that may say which
//! records are meant ("answered", "remaining", "existing", "assigned") is none of them.

pub(super) const FILLERS: &str = "\
    already|are left|is left|were left|leave|leaves|open|opens|opening|used|still|a great deal|a good deal|run|ran|\
    runs|data set|the data set|whole data set|the whole data set|full data set|the full data set|in the data set|\
    over the data set|over the full data set|over the whole data set|across the data set|across the whole data set|\
    in the whole data set|in the full data set|put|puts|span|spans|spanned|spanning|arriving|name please|\
    names please|the name of|by name|at hand|in absolute numbers|in absolute terms|over all years|\
    over all the years|responsible for|is responsible for|are responsible for|picked up|pick up|picking up|took in|\
    full|percentagewise|percentage wise|percent wise|in percentage terms|someone|somebody|incoming|all told|break|\
    breaking|in order|in descending order|in ascending order|in that order|in this order|in order of size|\
    in the order|ranked|biggest first|largest first|highest first|most first|smallest first|lowest first|\
    from highest to lowest|from most to least|both figures|both numbers|both counts|both percentages|both shares|\
    both totals|each figure|numbers for each|figures for each|counts for each|totals for each|a number for each|\
    a figure for each|one figure each|one number each|a number each|a figure each|one each|give both|going by|\
    judging by|judged by|measured by|as measured by|in terms of|based on|on the basis of|according to|\
    over the whole period|over the entire period|for the whole period|for the entire period|in the whole period|\
    whole period|entire period|across the whole period|the full period|over the full period|full period|all time|\
    of all time|over all time|since the beginning|from the beginning|since the start|from the start|\
    throughout the period|since records began|in our history|historically|in the whole dataset|\
    in the whole archive|across all years|over the years|across the years|in all years|for all years|all years|\
    all months|all dates|by the company|by the firm|by the bank|by the lender|by the servicer|by customers|\
    by clients|by consumers|by our customers|by our clients|spread|spread over|spread across|scattered over|\
    in our archive|in the sample|in this sample|in our sample|in the set|please state|single|back in|back|how bad|\
    numbers|ehm|er|erm|hmmm|mmm|ah|oops|is enough|will do|suffices|behind|at least once|times|submitted|submitting|\
    in tone|in mood|in sentiment|of tone|writing|writes|write|sending|told|experienced|experience|experiencing|\
    suffered|suffer|encountered|arose|arising|posted|giving|gave|gives|taking|making|doing|done|go|goes|gone|kept|\
    amounted|amount|totalled|totaled|stood|stand|stands|addressed|directed|directed at|aimed|against the company|\
    quick one|a quick one|in percent terms|i mean|i meant|at least one|with at least one|one or more|state the|\
    please state the|please provide|provide|provide the|please provide the|confirm|please confirm|kindly confirm|\
    advise|please advise|indicate|report on|return|display|calculate|compute|determine|give us|let me know|\
    let us know|do we know|do you know|happen to know|any idea|if possible|if you can|if you could|inclusive|\
    inclusively|incl|specific|specifically|particular|resident|residing|living|live|lives|based|located|situated|\
    afterwards|afterward|subsequently|eventually|finally|needed|required|necessary|needs|needed for|so far|to date|\
    since ever|up to now|until now|wondering|just wondering|curious|looks like|turned|occurring|case by case|\
    for instance|for example|concern about|in respect of|with respect to|with regard to|with regards to|\
    in regard to|in relation to|in connection with|pertaining to|pertain to|related|that concerned|in question|\
    in view of|on record|on file|on the books|in our books|we hold|held|hold|holds|holding|do we hold|is there any|\
    are there any|any of|were there any|at all|in whole|in the whole|over all|says|out there|lot|lots|a lot|\
    a lot of|brief|briefly|short|asap|exact|exact number|approximately|approx|around|is it|was it|is it the|\
    whichever|whatever|whoever|ever since|seen|seeing|observed|observe|noted|note|found|counted|measured|listed|\
    falls under|falling under|falling|pass|passed|passing|go with|deal with|deals with|dealing with|dealt with|\
    subject of|subject|subjects|the subject of|form|forms|shape|had to|have to|has to|having to|must|might|shall|\
    ought|us all|everything|something|thing|things|stuff|guys|there have been|there has been|have been|has been|\
    had been|have there been|has there been|did you|do you|does that|does it|would be|could be|should be|will you|\
    can i|can we|may i|may we|could we|shall we|it would be|help me|i wonder|we wonder|check|checking|check for me|\
    see how|tell us|inform|inform me|need to know|want to know|would like to know|like to know|wants to know|\
    looking for|look for|look up|pull|pull up|pull the|run the|get me|get the|fetch|bring up|work out|figure out|\
    find out|in the system|in system|on the system|in our system|in the data|in our data|in our records|\
    in the records|in the archive|in this archive|in the database|time needed|usually|normally|generally|\
    ordinarily|does it take|did it take|it takes|it took|to be|to get|to us|to our|with us|at us|by us|towards|\
    toward|upon|amid|per se|et al|etc|ps|cc|ie|eg|i e|e g|namely|such as|like that|meanwhile|whilst|while|because|\
    since when|per today|as we speak|look after|looks after|looked after|manage|manages|managed by|managed|\
    everyone|everybody|anyone|all of|how large is|how big is|how high is|how large was|how big was|how high was|\
    take|takes|took|assigned to|common|commonly|frequent|frequently|use|uses|w|w/|from where|a|an|the|of|in|on|at|\
    to|for|from|about|our|we|us|i|me|my|you|your|all|any|please|pls|plz|show|give|gimme|tell|list|find|can|could|\
    would|should|as|so|well|hey|hi|hello|thanks|thank|ok|okay|sent|send|sends|concerning|regarding|relating|re|\
    overall|how|many|much|like|look|looking|want|wanna|need|know|quick|quickly|roughly|exactly|actually|figure|\
    figures|data|records|record|entries|rows|database|archive|dataset|during|throughout|between|into|onto|where|\
    when|if|let|let's|lets|rate|rates|level|levels|values|value|group|groups|kind|kinds|sort|sorts|type|types|\
    place|places|part|handled|complained|complaining|terms|respect|regards|case of|came in|come in|coming in|\
    came up|there is|there are|there were|there was|are there|were there|is there|was there|do we have|did we get|\
    did we have|do we get|have we had|we have|we got|we had|have we got|in there|tell me|show me|give me|i need|\
    i want|i'd like|could you|can you|would you|please tell me|for me|to me|quick question|by the way|btw|fyi|\
    kindly|number|question|answer|bring|brought|via|through|thru|using|by way of|issue of|topic of|matter|matters|\
    up|out|off|down|yet|ever|one of|us customers|that are|which are|that were|which were|that is|which is|that was|\
    which was|that have|which have|that had|which had|that came|which came|that got|which got|that ended|that went|\
    that concern|alone|respectively|actual|precise|precisely|whole|entire|complete|in all|customer's|bank's|handle|\
    handles|opened|opened for|firm's|given|too|anyway|but|read|reads|reading|read as|in percent|in per cent|hm|hmm|\
    um|uh|err|sorry|oh|right|really|thx|cheers|mate|team's|today's|the said|result|results|recorded as|among all|\
    among them all|marked|marked as|flagged|flagged as|tagged|tagged as|labelled|labelled as|labeled|classified as|\
    categorised as|categorized as|with status|whose|having the|with the|under the|tag|tagged with|from the|in the|\
    of the|for the|at the|on the|to the|about the|with tag|with response|response was|response is|closed as|\
    status is|status was|whose status is|is about|are about|was about|be about|it was|it is|they were|they are";
