interface Named {
  name: string
  alias?: string | undefined
}

/** 'FROM --platform=linux/amd64 image AS stage', 'COPY --from=image', 'RUN --mount=type=bind,from=image'. */
export function imagesIn(keyword: string, text: string): Named[] {
  if (keyword === 'SYNTAX') return [{ name: text }]
  if (keyword === 'FROM') {
    const [, name, alias] = /^(?:--\S+\s+)*(\S+)(?:\s+AS\s+(\S+))?/i.exec(text) ?? []
    return name === undefined ? [] : [{ name, alias }]
  }
  if (keyword === 'COPY' || keyword === 'ADD')
    return [...text.matchAll(/(?:^|\s)--from=(\S+)/g)].map(([, name]) => ({ name: name! }))
  if (keyword !== 'RUN') return []
  return [...text.matchAll(/(?:^|\s)--mount=\S*?\bfrom=([^\s,]+)/g)].map(([, name]) => ({ name: name! }))
}

interface DockerInstruction {
  keyword: string
  text: string
  /** 1-based, of its start. */
  line: number
}

/** Longer instructions name no images. */
const maxInstruction = 10_000

/** Joins continued lines, and leaves out comments and the texts of here-documents. */
export function* instructionsIn(lines: readonly string[]): Generator<DockerInstruction> {
  let escape = '\\'
  let isStart = true
  let open: { text: string; line: number } | null = null
  let ends: string[] = []
  for (const [at, raw] of lines.entries()) {
    const line = raw.trim()
    if (ends.length > 0) {
      if (line === ends[0]) ends = ends.slice(1)
      continue
    }
    const directive: RegExpExecArray | null = isStart ? /^#\s*(\w+)\s*=\s*(\S+)/.exec(line) : null
    const [key, value] = [directive?.[1]?.toLowerCase(), directive?.[2] ?? '']
    if (key === 'escape') escape = value
    if (key === 'syntax') yield { keyword: 'SYNTAX', text: value, line: at + 1 }
    isStart &&= directive !== null
    if (line.startsWith('#') || line === '') continue
    const isContinued = line.endsWith(escape)
    const part = isContinued ? line.slice(0, -1) : line
    open ??= { text: '', line: at + 1 }
    if (open.text.length < maxInstruction) open.text += `${part} `
    if (isContinued) continue
    const [, keyword = '', text = ''] = /^(\w+)\s+(.*)$/s.exec(open.text.trim()) ?? []
    ends = [...text.matchAll(/<<-?["']?(\w+)["']?/g)].map(([, end]) => end!)
    yield { keyword: keyword.toUpperCase(), text, line: open.line }
    open = null
  }
}
