/** A token of a field: a text, a word such as 'with-test', an operator or a bracket. */
export interface OpamToken {
  kind: 'text' | 'word' | 'sign'
  text: string
  /** 1-based. */
  line: number
}

const token =
  /#[^\n]*|\(\*[^]*?(?:\*\)|$)|"""([^]*?)(?:"""|$)|"([^"\\]*(?:\\[^]?[^"\\]*)*)(?:"|$)|(\w[\w+-]*)|([<>!]=|[[\](){}:=<>&|!])|\n/g

/** The fields of a file, by name, without those of its sections: https://opam.ocaml.org/doc/Manual.html#Syntax. Linear. */
export function readOpamFields(source: string): ReadonlyMap<string, OpamToken[]> {
  const fields = new Map<string, OpamToken[]>()
  let [line, depth] = [1, 0]
  let field: OpamToken[] = []
  for (const [all, long, short, word, sign] of source.matchAll(token)) {
    const text = long ?? short?.replaceAll(/\\(.)/g, '$1') ?? word ?? sign
    if (sign === ':' && depth === 0) {
      const name = field.pop()?.text ?? ''
      field = []
      fields.set(name, field)
    } else if (text !== undefined) field.push({ kind: word ? 'word' : sign ? 'sign' : 'text', text, line })
    if (sign !== undefined && /[[({]/.test(sign)) depth += 1
    if (sign !== undefined && /[\])}]/.test(sign)) depth = Math.max(0, depth - 1)
    line += all.split('\n').length - 1
  }
  return fields
}

/** A package of a list of dependencies, with the tokens of its condition: "name" {condition}. */
export interface OpamAsk {
  name: OpamToken
  condition: readonly OpamToken[]
}

export function asksOf(tokens: readonly OpamToken[]): OpamAsk[] {
  const asks: { name: OpamToken; condition: OpamToken[] }[] = []
  let depth = 0
  for (const each of tokens) {
    if (each.text === '}' && each.kind === 'sign') depth = Math.max(0, depth - 1)
    if (depth > 0) asks.at(-1)?.condition.push(each)
    else if (each.kind === 'text') asks.push({ name: each, condition: [] })
    if (each.text === '{' && each.kind === 'sign') depth += 1
  }
  return asks
}
