import { lockfileReader, parseLines } from '../lockfiles/lockfile-reader.ts'
import { imageKind } from '../components/image-kind.ts'
import { addImage } from './add-image.ts'
import { fillIn } from './variables.ts'

/** Dockerfiles: https://docs.docker.com/reference/dockerfile/ */
export const dockerfile = lockfileReader<string[]>({
  id: 'dockerfile',
  title: 'Dockerfile',
  kind: imageKind,
  namesImages: true,
  matchesPath: (fileName) =>
    /^(?:Dockerfile|Containerfile)(?:[._-][\w.-]+)?$/.test(fileName) ||
    /\.(?:dockerfile|containerfile)$/i.test(fileName),
  parse: parseLines,
  empty: [],
  read(lines, list) {
    const stages = new Set<string>()
    const values = new Map<string, string>()
    let hasStage = false
    for (const { keyword, text, line } of instructionsIn(lines)) {
      const where = `${list.path}:${line}`
      // Only arguments before the first stage serve in FROM.
      if (keyword === 'ARG' && !hasStage) addArguments(text, values)
      for (const { name, alias } of imagesIn(keyword, text)) {
        const full = keyword === 'FROM' ? fillIn(name, (each) => values.get(each)) : name
        if (!stages.has(full.toLowerCase()) && !/^\d+$/.test(full)) addImage(list, full, { where })
        if (alias !== undefined) stages.add(alias.toLowerCase())
      }
      hasStage ||= keyword === 'FROM'
    }
    return { format: 'Dockerfile' }
  },
})

function addArguments(text: string, values: Map<string, string>): void {
  for (const [, name, quoted, plain] of text.matchAll(/([A-Za-z_]\w*)=(?:"([^"]*)"|(\S*))/g))
    values.set(
      name!,
      fillIn(quoted ?? plain ?? '', (each) => values.get(each)),
    )
}

interface Named {
  name: string
  alias?: string | undefined
}

/** 'FROM --platform=linux/amd64 image AS stage', 'COPY --from=image', 'RUN --mount=type=bind,from=image'. */
function imagesIn(keyword: string, text: string): Named[] {
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
function* instructionsIn(lines: readonly string[]): Generator<DockerInstruction> {
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
