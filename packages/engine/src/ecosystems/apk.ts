import { compareDigits, compareText, maxVersionLength } from './numbers.ts'

// The version order of Alpine's apk:
// https://gitlab.alpinelinux.org/alpine/apk-tools/-/blob/master/doc/apk-package.5.scd

/** One part of a version. */
interface Part {
  kind: number
  text: string
}

/** Ascending; decides between versions where they first differ in kind: _alpha to _rc sort before the end. */
const kinds = {
  before: 0,
  end: 1,
  revision: 2,
  hash: 3,
  suffixNumber: 4,
  after: 5,
  letter: 6,
  number: 7,
  first: 8,
}

const suffixesBefore = ['alpha', 'beta', 'pre', 'rc']
const suffixesAfter = ['cvs', 'svn', 'git', 'hg', 'p']

const pattern =
  /^\s*(\d+(?:\.\d+)*(?:[a-z]\d+(?:\.\d+)*)*)([a-z]?)((?:_(?:alpha|beta|pre|rc|cvs|svn|git|hg|p)\d*)*)(?:~([\da-f]+))?(?:-r(\d+))?\s*$/

/** Numbers, an optional letter, suffixes, a commit hash and the build revision; null if it is not a version. */
export function readApk(text: string): Part[] | null {
  if (text.length > maxVersionLength) return null
  const match = pattern.exec(text)
  if (!match) return null
  const [, numbers, letter, suffixes, hash, revision] = match
  return [
    ...readNumbers(numbers!),
    ...(letter ? [{ kind: kinds.letter, text: letter }] : []),
    ...suffixes!.split('_').slice(1).flatMap(readSuffix),
    ...(hash === undefined ? [] : [{ kind: kinds.hash, text: hash }]),
    ...(revision === undefined ? [] : [{ kind: kinds.revision, text: revision }]),
  ]
}

/** '1.9.5p2': the digits after a letter start a new number, so they are not a fraction. */
const readNumbers = (text: string): Part[] =>
  [...text.matchAll(/(\.?)(\d+)|[a-z]/g)].map(([all, point, digits]) => {
    if (digits === undefined) return { kind: kinds.letter, text: all }
    return { kind: point === '.' ? kinds.number : kinds.first, text: digits }
  })

function readSuffix(text: string): Part[] {
  const [, word, number] = /^([a-z]+)(\d*)$/.exec(text)!
  const kind = suffixesBefore.includes(word!) ? kinds.before : kinds.after
  return [{ kind, text: word! }, ...(number ? [{ kind: kinds.suffixNumber, text: number }] : [])]
}

export function compareApk(a: readonly Part[], b: readonly Part[]): number {
  for (let index = 0; index < a.length || index < b.length; index++) {
    const order = compareParts(a[index] ?? end, b[index] ?? end)
    if (order !== 0) return order
  }
  return 0
}

const end: Part = { kind: kinds.end, text: '' }

function compareParts(a: Part, b: Part): number {
  if (a.kind !== b.kind) return a.kind - b.kind
  if (a.kind === kinds.before) return suffixesBefore.indexOf(a.text) - suffixesBefore.indexOf(b.text)
  if (a.kind === kinds.after) return suffixesAfter.indexOf(a.text) - suffixesAfter.indexOf(b.text)
  // As decimal fractions: '1.05' is lower than '1.1', and '1.0' lower than '1.00'.
  const isFraction = a.kind === kinds.number && (a.text.startsWith('0') || b.text.startsWith('0'))
  if (isFraction || a.kind === kinds.letter || a.kind === kinds.hash) return compareText(a.text, b.text)
  return compareDigits(a.text, b.text)
}

export const apkNumbers = (parts: readonly Part[]): string[] =>
  parts.filter(({ kind }) => kind === kinds.first || kind === kinds.number).map(({ text }) => text)

export const isStableApk = (parts: readonly Part[]): boolean =>
  parts.every(({ kind }) => kind !== kinds.before)
