const types = new Map([
  ['string', 'Text'],
  ['number', 'Zahl'],
  ['int', 'Zahl'],
  ['bool', 'wahr oder falsch'],
  ['list', 'Liste'],
])

const typeNames = (text: string): string =>
  text
    .split(' and ')
    .map((name) => types.get(name.replace(/\(.*/, '')) ?? name)
    .join(' und ')

/** What packages/engine/src/policies/rules says of a condition, by its English text. */
const texts: readonly [english: RegExp, german: (...parts: string[]) => string][] = [
  [/^The condition is empty\.$/, () => 'Die Bedingung ist leer.'],
  [/^'(.+)' is not a word of rules\.$/, (word) => `„${word}“ ist kein Wort von Regeln.`],
  [
    /^'(.+)' is used without a field, such as (.+)\.$/,
    (word, example) => `„${word}“ steht ohne Feld, zum Beispiel ${example}.`,
  ],
  [
    /^'(.+)' does not take (.+)\.$/,
    (operator, given) => `„${operator}“ lässt sich nicht anwenden auf: ${typeNames(given)}.`,
  ],
  [/^This is neither true nor false\.$/, () => 'Das ist weder wahr noch falsch.'],
  [
    /^A condition has at most (\d+) characters\.$/,
    (count) => `Eine Bedingung hat höchstens ${count} Zeichen.`,
  ],
  [
    /^A condition has at most (\d+) operators, words and values\.$/,
    (count) => `Eine Bedingung hat höchstens ${count} Operatoren, Wörter und Werte.`,
  ],
  [
    /^A macro such as exists\(\) cannot stand in another one\.$/,
    () => 'Ein Makro wie exists() kann nicht in einem anderen stehen.',
  ],
  [/^The condition is nested too deeply\.$/, () => 'Die Bedingung ist zu tief verschachtelt.'],
  [
    /^Found (.+) but expecting (.+)\.$/i,
    (found, expected) => `Syntaxfehler: ${found} gefunden, erwartet: ${expected}.`,
  ],
]

/** What is wrong with a condition; the words of the library for what has no text here. */
export function describeIssue(message: string): string {
  for (const [english, german] of texts) {
    const parts = english.exec(message)
    if (parts) return german(...parts.slice(1))
  }
  return `Fehler in der Bedingung: ${message}`
}
