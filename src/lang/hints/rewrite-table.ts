/**
 * What other languages, and quick readers, write, and its correct form: a pattern for the text right before the token
 * that does not fit, one for the text from it on, and the advice, in which `$1` is a group of the first pattern and `@1`
 * one of the second. Tabs stand between the three. Advice that does not end with a full stop
 * is what to write. `=name` stands for what a function makes of the groups. The first rule that fits holds: those about writing come first,
 * then those about what stands around a command, claims, creations, conditions, queries, looking around and older forms.
 */
export const TABLE = String.raw`
	[\s\u200b-\u200f\u2060\ufeff]	An invisible character stands here: use an ordinary space, tab or line end, or delete it.
	%q{3}	Send the bare command, without the %T fence and its language name.
^	[{[]	A command is KIP text, not JSON. Send the text alone, for example DESCRIBE PRIMER.
^	(?:"|%q)	Send the command's text itself, without quotes around it.
	%q([?:][A-Za-z_]\w*)%q	Leave the quotes out: @1.
	%q([^'\x60“”„‘’«»"\\]*)%q	Strings stand in double quotes: "@1".
	%q	Strings stand in double quotes: "…".
	(?:/\*|--|#)	A comment starts with // and ends with the line.
[:,(=]	(?:none|nil|undefined)\b	null
	;~$	Leave the semicolon out.
	(?:\.\.\.|…)	Dots stand for what was left out: write it, or leave the part out.
	<([A-Za-z][\w\x20-]*)>	<@1> stands for something of that kind: write it instead.
(UPDATE|PURGE|TRANSITION|RETENTION|PAYLOAD|SUPERSEDING|INTO|(?<!ORDER )BY)	%n %r	Leave @1 out: $1 @2.
UPDATE	%n SET	UPDATE ?x SET … WHERE { ?x {type: "@1", key: :key} }
CONFIRM		CONFIRM "PURGE"
POLICY	\w	REFERENCE POLICY "deny_if_referenced"
PURGE PAYLOAD %r.*	REFERENCE	The element stays: PURGE PAYLOAD $1 CONFIRM "PURGE".
PURGE [^{]*(?:%B[^{]*)?	(?:\w+~)?$	CONFIRM "PURGE"
UNSET	(?!FIELDS)%w~(?:[,\s]|$)	UNSET ATTRIBUTES {@1}
UNSET (ATTRIBUTES|FACET %r)	\[([^\]]*)\]	UNSET $1 {@1}
UNSET (ATTRIBUTES|FACET %r)	(\w+(?:,~\w+)*)	UNSET $1 {@1}
UNSET (ATTRIBUTES|FACET "\w+")~\{~%w	:	UNSET $1 {$2}
MERGE CONCEPT %r	(?:WITH|AND|TO|,)~%r	MERGE CONCEPT $1 INTO @1
MERGE	\(	%U
SET(?: ATTRIBUTES| FIELDS)?	(?:\?\w+\.(?:attributes\.)?)?%w~[=:]~%v	=assignment
(?:UPDATE %r|SET)	\{~%w~:~%v	=assignment
UPDATE %a	(WHERE~%B)~((?:UN)?SET\b%_\})~$	UPDATE $1 @2 @1
UPDATE %a%_[{,]~%w~:	%n~([-+*])~([\w.]+)	=ofName
[{,]~%w~:~(\?[\w.]+(?:\["[^"]*"\][\w.]*)?)	([-+*])~([\w.]+)	=ofPath
TRANSITION %r	SET (?:STATE|STATUS)\W*%n	TRANSITION $1 TO "@1"
TRANSITION\b%_	WITH %r	BY @1
TRANSITION %r TO	%n	=state
SET RETENTION	(?:OF|FOR|ON) %r	SET RETENTION @1 {…}
SET RETENTION	%o \w+ %r	SET RETENTION @2 @1
UPDATE %r%_[{,]~%w	([-+*])=~([\w.]+)	=inPlace
ASSERT~(?:\?\w+ )?%t(?:~\{[^{}]*\})?	BY %r	Whose claim it is stands in braces: {by: @1, mode: "stated"}.
ASSERT~(?:\?\w+ )?%t	WITH\b	Leave WITH out.
ASSERT~(?:\?\w+ )?%t		Whose claim it is stands in braces: %C.
ASSERT\b%_\}	SUPERSED\w+~%r	SUPERSEDING @1
ASSERT\b%_\}	WHERE\b	No WHERE here: MUTATE { %U ASSERT (?x, "knows", :o) {by: ?x, mode: "stated"} }.
CREATE	PROPOSITION (\?\w+ )?%t	ENSURE PROPOSITION @1@2
(?:CREATE|UPSERT)	(?:RELATION\w*|LINK|EDGE|FACT|CLAIM) %t	ASSERT @1 %C
CREATE ASSERTION %a	%t	ASSERT $1 @1 %C
proposition"?~:	%t	ENSURE PROPOSITION ?p @1 and proposition: ?p
ASSERT	NOT~%t	A denial is ASSERT @1 with stance: "reject".
(ASSERT~[^{]*),	\[~%r	one for each: $1, @1) {…}
CREATE	\((\w*):%n	CREATE CONCEPT ?x { TYPE "@2" NAME "…" }
\bCREATE(?: CONCEPT)?	TYPE %r	DEFINE CONCEPT TYPE @1
\bCREATE(?: CONCEPT)?	PREDICATE %r	DEFINE PREDICATE @1
CREATE CONCEPT %a	:~%w	CREATE CONCEPT $1 { TYPE "@1" }
(?:UPSERT|ENSURE)	(?!PROP)%n %a	%U
CREATE	%n %a	CREATE CONCEPT @2 { TYPE "@1" }
CREATE(?: CONCEPT)?		%N
UPSERT CONCEPT		%U
UPSERT CONCEPT \?\w+~\{	(?:KEY\b|TYPE\b|\{)	%M
UPSERT CONCEPT\b%_	NAME %v	SET FIELDS {name: @1}
CREATE CONCEPT\b%_	KEY %v	SET FIELDS {key: @1}
	CLIENT_KEY %v	CLIENT KEY @1
CREATE EVIDENCE \?\w+~\{[^{}]*	"?\w	SET FIELDS {evidence_class: "user_statement", payload: :payload}
[^t\s]	(?:(?:WITH|ADD|PUT) )?(ATTRIBUTES|FIELDS|FACET|STRUCTURAL)\b	SET @1
SET STRUCTURAL~\{	%w~:~%r	SET STRUCTURAL {("@1", @2)}
SET	FACETS~\{~%w~:~%o	SET FACET "@1" @2
DEFINE	(?:TYPE|CLASS|ENTITY) %r	DEFINE CONCEPT TYPE @1
DEFINE CONCEPT	%r	DEFINE CONCEPT TYPE @1
DEFINE (?:PREDICATE|CONCEPT TYPE) %r		{description: "…"}
DEFINE	\w+(?: TYPE)? %r	DEFINE PREDICATE @1
([!=]=)	=	$1
<	>	!= for “different from”
!	!	Two ! cancel out: leave both out.
%p	BETWEEN %v AND %v	$1 >= @1 && $1 <= @2
[<>]=?~%p	([<>]=?)~%v	&& $1 @1 @2
%p	IS NULL\b	IS_NULL($1)
%p	IS NOT NULL\b	IS_NOT_NULL($1)
%p	=?\x7e~%v	REGEX($1, @1)
(\?[\w.]+)\.\w+	\(	CONTAINS($1, "…"): nothing is called with a dot
(%p|%s)	(NOT )?([A-Z]+)(?:[_\s]WITH)?\b~(\[[^\]]*\]|\([^)]*\)|"[^"\n]*"|'[^'\n]*'|%p|:\w+)	=infix
(?:\}|AS|OF)	(?:(?:AT|ASOF) )?(?:SEQ|VER|SNAP|COM)\w* %v	AS OF SEQ @1
	AT (?:TIME )?(?!SEQ)%v	FOR TIME @1
(FOR TIME|LIMIT)	(?:NOW|ALL|CURRENT)\w*\b	Leave $1 out.
FOR TIME %v	-\d	FOR TIME "2026-01-31T00:00:00.000Z"
(?:WITH|EPISTEMIC)	(?!EP|MET)%w~[:=]?~%v	=epistemic
WHERE\b%_LIMIT (?:\d+|:\w+)	(WITH (?:TYPE|PREDICATE) %r)	@1 before LIMIT
WHERE\b%_	((?:ORDER BY|LIMIT|CURSOR|AS OF|FOR TIME|WITH EPISTEMIC)\b(?:[^{}]|%B)*?)~\}~$	It stands after the braces: WHERE {…} @1.
WHERE\b%_	FIND\b	Queries do not nest: send this one on its own.
FILTER~\(?~!?~	NOT~(?:EXISTS~)?(%B)	NOT @1
(NOT|OPTIONAL)	EXISTS~(%B)	$1 @1
	EXISTS~\{~(%Q)~\}	the pattern itself: @1
FILTER~\(~!~\{~	%t	NOT { @1 }
FILTER~\(~!~\(~%v	(,[^()]*\))	NOT { ($1@1 }
WHERE\b%_	!~%t	NOT { @1 }
	(?:MINUS|EXCEPT|WITHOUT)~(%B)	NOT @1
WHERE\b%_	\{~(%Q)~\}~(?:UNION|OR|\|\|?)~(%B)	The first branch has no braces, and each repeats what it needs: @1 UNION @2.
WHERE\b%_\}	(FILTER~\(.*\)|(?:NOT|OPTIONAL|UNION)~%B)	It stands inside WHERE: … @1 }.
	UNION FIND\b[^{]*(%B)	A branch stands inside WHERE: … UNION @1 }.
(NOT|OPTIONAL|UNION)	(?:EXISTS |MATCH )?(%t|\?\w+[\w ]*%B)	$1 { @1 }
BELIEF(?: SLOT)?~\(~%t	\)	one pair of parentheses: $1
BELIEF SLOT~\(~%v	\)	BELIEF SLOT ($1, "predicate")
(\?\w+ BELIEF SLOT~\((?:[^(){},]|%B)*,[^(){},]*)	,	A slot has no object: $1).
SLOT~\(	id~:~%r	A slot has no id; write BELIEF (id: @1).
%a	(?:BELIEF_?)?SLOT~%t	$1 BELIEF SLOT @1
BELIEF SLOT		BELIEF SLOT (:subject, "predicate")
BELIEF~\(~%v,~%v	\)	BELIEF ($1, $2, ?value), or BELIEF SLOT ($1, $2)
\(~(?:\{~id~:~)?%s~\}?	\)	(id: $1)
\(~"id"	:~%r	(id: @1)
(BELIEF|PROPOSITION)	(?:\{~id~:~)?%s	$1 (id: @1)
BELIEF	(?:\{~\w+~:~)?%a	BELIEF (@1)
BELIEF		BELIEF (:subject, "predicate", ?value)
STRUCTURAL	\{	STRUCTURAL (?x, "has_step", ?step)
STRUCTURAL~\(~%v,	\?	Name the field: "has_step".
(PROPOSITION|STRUCTURAL)	%a~%t	@1 $1 @2
%t	AS %a	@1 $1
%e~%a	ASSERT~%o	$1 ASSERTION @1
%e~%a	[:=]~(%t|%o)	$1 @1
%e~%a	\}	$1 {}
%a~\{~%w	\}	$1 {type: "$2"}
%a~\(	(\w+~:[^()]*)\)	$1 {@1}
WHERE\b%_%e	(MATCH|PATTERN|LET|WITH)\b	Leave @1 out.
WHERE\b%_%e	BIND	Nothing is computed: read the path itself, as in FIND(?x.name).
%e~%a(?: CONCEPT)?	(?:(?:IN|IS|ISA|A|TYPE|OF) )?(?!IS\b|IN\b|NOT\b):?"?([A-Z]\w*)"?~(?:[.{}]|$)	$1 {type: "@1"}
%e~%a	==?~%r	$1 {id: @1}
%e~%a	%w %a	($1, "@1", @2)
WHERE\b%_%e	%r~\{	?x {id: @1}
PROPOSITION(?: \?\w+)?	\{	A Proposition is a tuple: (?x, "predicate", ?y).
%P	\*~(\d+)\.\.(\d*)	{@1,@2}
\(~%v,~\?\w+	[*+?]	Name the predicates of the path, for example "part_of"{1,3}.
%P	\*	{0,} for any number of steps, {1,3} for at most three
%P	\+	{1,} for one step or more
%P	\?	{0,1} for one step or none
"~\{	,~(\d+)	{0,@1}
"~\{(\d+)	(?:\.\.|-)(\d+)	{$1,@1}
\(~%v,~%v	/~%v,~%v	($1, $2, ?step) (?step, @1, @2)
\(~%v,~%v~\|?	(?:OR\b|\|)~%v	$2 | @1
\(~%v,	\(~("[^()]*)\)	@1; a repetition follows each: "a"{0,}
\(~%v,	\[~("\w+"),~("\w+")	@1 | @2
WHERE\b%_(?<!FILTER~)\(~%v	%w %v~\)	($1, "@1", @2)
WHERE\b%_(\(~%v,~%v)	\)	A statement has three parts: $1, ?value).
WHERE\b%_[(,]	[_*?]~[,)]	a variable: ?any
[(,]~%a	(\.[\w.]+)	$1, and compare in FILTER($1@1 == :value)
WHERE\b%_,	\[	?y, and choose in FILTER(IN(?y.name, ["a", "b"]))
WHERE\b%_(?:\(|",)	(?!id\b)%n~[,)]	?@1 for a variable, {name: "@1"} for an element of that name
	(EPISTEMIC~\{)	WITH @1…}
\(?%a	\)?~<?-\[(?:\w*:)?%w\]-?>?~\(?\??(\w*)	($1, "@1", ?@2)
WHERE\b%_	%K %a~%o	@2 @1 @3
WHERE\b%_	%K~%o	?x @1 @2
WHERE\b%_	(BELIEF(?: SLOT)?) %a~%t	@2 @1 @3
WHERE\b%_%e	(BELIEF(?: SLOT)?~%t)	?b @1
WHERE\b%_%e	(SEARCH [^{}]*[^{}\s])	?x @1
WHERE~\{	(\{~\w+~:[^{}]*\})	?x @1
%a ASSERTION	%t	?p @1 $1 ASSERTION {proposition: ?p}
[{,]~	%a\.%w~:	@2: … without its variable
[{,]~%w	\.%w~:~%v	$1: {@1: @2}
%a~%n?~\{[^{}]*?%w~:?~%v?	((?:CONTAINS|LIKE|IN|OR)\b|\|\|?|(?!<\w+>)[<>]=?|!=)~\(?(\[[^\]]*\]|"[^"\n]*"|[^\s,(){}]+)	=compared
FIND~\([^()]*\)	(?:FROM|IN) %w	WHERE { ?x {type: "@1"} }
FIND~\([^{}]*\)	MATCH\b	WHERE instead of MATCH
(?:FIND~\([^{}]*|%e)	[$@]%n	?@1
(?:FIND|FILTER)~\([^{}]*%a	:%n	$1.@1
%a\.	\*	$1: it is the whole element
ORDER BY	(DESC|ASC)\w*~(\?[\w.]+)	ORDER BY @2 @1
LIMIT %v	(ORDER BY [^{}\n]*[^{}\s])	@1 LIMIT $1
LIMIT %v	,	LIMIT takes one number; the next page is CURSOR :next_cursor.
AS OF	("\d[^"]*")	For when it was true write FOR TIME @1; what was held is AS OF SEQ :seq.
FILTER~\([^{}]*[^,{}\s]	,	%J
FILTER~%t	(&&|\|\||AND|OR)~%t	=filter
FILTER	\{~(%Q)~\}	=filter
FILTER	([^{}(\n][^{}\n]*?)~(?:\}|\n|(?:FILTER|NOT|OPTIONAL|UNION)~[({]|$)	=filter
FIND~\(	\)	FIND(?x) WHERE {…}
FIND	[{[]?~(\?[\w.]+(?:~,~\?[\w.]+)*)	FIND(@1) WHERE {…}
FIND	(?!DISTINCT)\w	FIND(?x) WHERE {…}
(?:FIND|[(,])	\*	FIND(?x, ?x.name) or FIND(COUNT(?x))
	(DESC|ASC)END\w*	@1
	(?:SORT(?: BY)?|ORDERBY)\b	ORDER BY
	(?:TOP|FIRST|TAKE) (\d+)	LIMIT @1
	(?:RETURN|SELECT) (\?[\w.]+)	FIND(@1) WHERE {…}
	RETURN	FIND(?x, ?x.name) WHERE {…}
WHERE	[^{\s]	WHERE { … }
FIND~\([^{}]*\)	\{	WHERE before the {
^	BELIEF~%t	FIND(?b.status) WHERE { ?b BELIEF @1 }
[(,]	(COUNT|SUM|AVG|MIN|MAX)~((?:DISTINCT )?\?[\w.]+)	@1(@2)
[(,]	COUNT~[,)]	COUNT(?x)
(SEARCH %K)	\(~%r~\)	$1 @1
	(?:->|::)	A path is written with dots: ?x.attributes.name.
FILTER~\([^{}]*[^,{}(\s]	\?\w+(?:\.\w+)*~[=!<>]	%J
FILTER\b[^{}]*	NOT\b	Write !(…) to negate a condition; NOT {…} in WHERE excludes a pattern.
(?:FILTER|FIND|BY)\b[^{}]*	[-+*/%]	A query computes nothing: pass a :parameter.
\{	\{~%n~\}\}	A parameter is written :@1.
	(?:[$@%]\{?|\{\{~)%n	A parameter is written :@1.
[:,(]~	:~%w	:@1
(\(~%v,~%v,~%v)	,	A statement has three parts: $1).
\(~%v,~%v	\)	A statement has three parts: ($1, $2, :object).
SEARCH	(?:FOR |\w+S )?%r	SEARCH CONCEPT @1
SEARCH\b.*	(?:IN )?((?:TYPE|PREDICATE) %r)	WITH @1
DESCRIBE	(TYPES|PREDICATES|FACETS)\b	LIST @1
DESCRIBE	(?:\w+ )?%i	FIND(?x) WHERE { ?x {id: @1} }
DESCRIBE	(?:SELF|ME|IDENTITY)\b	DESCRIBE PRIMER
DESCRIBE	%w~$	DESCRIBE TYPE "@1" or DESCRIBE PREDICATE "@1"
LIST	(?!TYPE|PRED|FACET|SPACE|PACK)\w	LIST TYPES, or read elements: FIND(?x) WHERE { ?x CONCEPT {} } LIMIT 20
^	(?:UN)?SET\b	UPDATE :id SET ATTRIBUTES {…}
^	SHOW %n	LIST @1
^	(?:GET|READ|FETCH|LOAD|SHOW) %i	FIND(?x) WHERE { ?x {id: @1} }
^	(?:QUERY|GET|READ|FETCH|LOAD|SELECT|MATCH|PREFIX|ASK|WHERE|WITH|COUNT)\b(?!:)	Reading is FIND: FIND(?x.name) WHERE { ?x {type: "Person"} }; a relation: (?x, "knows", ?y).
HISTORY	(?:OF )?%r	HISTORY ELEMENT @1
HISTORY\b.*	(?:SINCE|AFTER|FROM)~(\d+)	FROM SEQ @1
CHANGES	(?:FROM |SEQ )?(\d+|:\w+)	CHANGES AFTER SEQ @1
\b(TYPE|NAME|KEY|LIMIT|CURSOR|MODE|THRESHOLD|TO|VERSION)	\(	the value after $1 without parentheses
\b(?:UN)?SET	[{"]	Say what is set: SET FIELDS {…} for name, key and aliases, SET ATTRIBUTES {…} for what else describes it, SET FACET "…" {…}.
\.	("[^"\n]*")	?x[@1]
[.[]	\d	A path names members, as in ?x["name"]; the items of an array have no path.
MUTATE\b%_	(?:FIND|SEARCH|DESCRIBE|LIST)\b	MUTATE {…} holds statements that write: send this one as an operation of its own.
^	(?:[^\s({[]+\s+){1,6}?(%L)\b	A command begins with its first word: leave out what stands before @1.
(?:^|[^:,(.])	(RETRACT|SUPERSEDE|CORRECT|ARCHIVE|TOMBSTONE|START|COMPLETE|FAIL|CANCEL)\b	=move
UPSERT	\{	UPSERT takes one Concept: %U. A relation is ASSERT (?s, "predicate", ?o) %C; several statements go into MUTATE {…}.
UPSERT	PROPOSITION\b	A Proposition is ensured, a claim asserted: ENSURE PROPOSITION ?p (:s, "predicate", :o), or %A.
SET	PROPOSITIONS\b	each relation: ASSERT (?s, "predicate", ?o) %C
	(?:WITH )?METADATA\b	There is no metadata block. Who claims it, how surely, since when: ASSERT (…) {by: :actor, mode: "stated", confidence: 0.9, valid: {from: :t}}; sources: CREATE EVIDENCE; the rest: SET ATTRIBUTES.
	(?:DELETE|DROP)\b	TRANSITION :id TO "archived" hides it, "tombstoned" removes it logically, UNSET ATTRIBUTES {name} removes an attribute. PURGE :id CONFIRM "PURGE" erases for good.
	DETACH\b	Leave DETACH out: TRANSITION :id TO "tombstoned" keeps what refers to it.
OF	TIME\b	For when something was true write FOR TIME :t. What the memory held is AS OF SEQ :seq; DESCRIBE SNAPSHOT AT TIME :t tells the sequence.
OF	(?:TX|TRANSACTION)\b	For when something was true write FOR TIME :t. What the memory held is AS OF SEQ :seq; DESCRIBE TRANSACTION :tx tells the sequence.
EXPECT	STATE\b	TRANSITION checks the state itself: leave EXPECT STATE out, or write EXPECT VERSION :v.
SEARCH	COGNITION\b	A search names one kind: CONCEPT, PROPOSITION, ASSERTION, EVIDENCE or ACTIVITY.
UNSET	FIELDS\b	Core fields cannot be removed. UNSET takes ATTRIBUTES {name}, FACET "F" {name} or STRUCTURAL {("field", :target)}.
DESCRIBE	EXECUTION\b	The execution context is part of DESCRIBE PRIMER.
DESCRIBE	(?:PROPOSITION|CONCEPT)\b	%S
(?:DESCRIBE|LIST)	DOMAINS\b	%S
	(?:INSERT|ADD)\b	Writing is CREATE, UPSERT CONCEPT or ASSERT, for example %A.
	REMOVE\b	UNSET ATTRIBUTES {name} for an attribute, TRANSITION :id TO "tombstoned" for an element
	(?:OFFSET|SKIP)\b	Pages continue with CURSOR :next_cursor, the token of the previous answer.
	GROUP\b	Grouping is implicit: by the expressions beside an aggregate in FIND.
	HAVING\b	Groups are not filtered: filter the returned rows, or solutions with FILTER in WHERE.
	ANY\b	Leave it out: every projected row is returned.
`;
