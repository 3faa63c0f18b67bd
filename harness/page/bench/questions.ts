/** One question in both languages, about a person. Both answers have the same rows. */
export interface Question {
  readonly name: string;
  readonly find: string;
  /** The SELECT, with the person in its text: SPARQL has no parameters. */
  select(person: string): string;
  /** The variables of the SELECT in the order of the FIND's columns. */
  readonly variables: readonly string[];
}

/** What is asked of people who know each other and work somewhere. */
export const QUESTIONS: readonly Question[] = [
  {
    name: "point FIND",
    find: 'FIND(?zone) WHERE { (:person, "timezone", ?zone) }',
    select: (person) => `SELECT ?zone WHERE { <${person}> :timezone ?zone }`,
    variables: ["zone"],
  },
  {
    name: "two hops, FILTER",
    find: 'FIND(?f.name, ?o.name) WHERE { (:person, "knows", ?f) (?f, "works_for", ?o) FILTER(?f.name >= "Person 4") }',
    select: (person) =>
      `SELECT ?n ?m WHERE { <${person}> :knows ?f . ?f :works_for ?o . ?f :name ?n . ?o :name ?m FILTER(?n >= "Person 4") }`,
    variables: ["n", "m"],
  },
  {
    name: "NOT",
    find: 'FIND(?f.name) WHERE { (:person, "knows", ?f) NOT { (?f, "knows", {id: :person}) } }',
    select: (person) =>
      `SELECT ?n WHERE { <${person}> :knows ?f . ?f :name ?n FILTER NOT EXISTS { ?f :knows <${person}> } }`,
    variables: ["n"],
  },
  {
    name: "aggregate",
    find: 'FIND(?o.name, COUNT(?g)) WHERE { (:person, "knows", ?f) (?f, "knows", ?g) (?g, "works_for", ?o) }',
    select: (person) =>
      `SELECT ?m (COUNT(?g) AS ?many) WHERE { <${person}> :knows ?f . ?f :knows ?g . ?g :works_for ?o . ?o :name ?m } GROUP BY ?m`,
    variables: ["m", "many"],
  },
];
