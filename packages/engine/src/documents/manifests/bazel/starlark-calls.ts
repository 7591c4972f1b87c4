/** A text that a call is given, with '?' for what is not known. */
export interface StarlarkText {
  text: string
  /** 1-based. */
  line: number
}

/** A call outside of functions: name = callee(key = value). */
export interface StarlarkCall {
  /** '' of a list. */
  callee: string
  /** What it is assigned to; '' if nothing. */
  assigned: string
  line: number
  /** The texts of each argument, also of lists, by key; '' without one. Names such as True have no texts. */
  texts: Map<string, StarlarkText[]>
  /** Keys of arguments that are True. */
  flags: Set<string>
}

const token =
  /#[^\n]*|"([^"\\\n]*(?:\\[^]?[^"\\\n]*)*)(?:"|\n|$)|'([^'\\\n]*(?:\\[^]?[^'\\\n]*)*)(?:'|\n|$)|([A-Za-z_]\w*(?:\.\w+)*)|(==|\.format\b|[()[\]{},=+%])|\n/g

/** Calls of a program, with texts that constants above them are part of: https://bazel.build/rules/language. Linear. */
export function readStarlarkCalls(source: string): StarlarkCall[] {
  const reader = starlarkReader()
  let line = 1
  for (const [all, double, single, word, sign] of source.matchAll(token)) {
    const text = double ?? single
    if (text !== undefined) reader.addText(text, line)
    else if (word !== undefined) reader.addWord(word, line)
    else if (sign !== undefined) reader.addSign(sign)
    line += all.split('\n').length - 1
  }
  return reader.calls
}

function starlarkReader() {
  const calls: StarlarkCall[] = []
  const constants = new Map<string, string>()
  let [depth, key, name, nameLine, assigned, operator] = [0, '', '', 1, '', '']
  let last: StarlarkText | null = null
  const textsOf = (call: StarlarkCall) => {
    const known = call.texts.get(key) ?? []
    call.texts.set(key, known)
    return known
  }
  const addText = (text: string, line: number) => {
    if (depth === 0) {
      if (assigned !== '') constants.set(assigned, text.length > maxText ? '?' : text)
      assigned = ''
    } else if (operator !== '' && last) last.text = combine(last.text, operator, text).slice(0, 2 * maxText)
    else textsOf(calls.at(-1)!).push((last = { text, line }))
    operator = ''
  }
  const addWord = (word: string, line: number) => {
    ;[name, nameLine] = [word, line]
    if (depth === 0) return
    if (word === 'True') calls.at(-1)!.flags.add(key)
    const value = constants.get(word)
    if (value !== undefined || operator !== '') addText(value ?? '?', line)
  }
  const openCall = (callee: string) => {
    calls.push({ callee, assigned, line: nameLine, texts: new Map(), flags: new Set() })
    ;[key, assigned, last] = ['', '', null]
  }
  const addSign = (sign: string) => {
    if (/^[+%.]/.test(sign)) operator = sign
    else if (sign === '=' && depth <= 1) {
      // What follows a key is its value.
      if (depth === 0) assigned = name
      else key = name
    } else if (/^[([{]$/.test(sign)) {
      if (depth === 0) openCall(sign === '(' ? name : '')
      if (operator === '%' || operator === '.format') addText('?', nameLine)
      depth += 1
    } else if (/^[)\]}]$/.test(sign)) depth = Math.max(0, depth - 1)
    else if (sign === ',') [last, operator] = [null, '']
    if (sign === ',' && depth === 1) key = ''
  }
  return { calls, addText, addWord, addSign }
}

/** No version or coordinate is longer. */
const maxText = 200

/** "a:" + B, or "a:%s" % B */
const combine = (before: string, operator: string, after: string): string =>
  operator === '+' ? before + after : before.replace(/%s|\{\w*\}/, () => (operator === '%' ? after : '?'))
