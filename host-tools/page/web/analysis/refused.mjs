// What cannot be done: the message is a part of a sentence for the person.

export class Refused extends Error {}
