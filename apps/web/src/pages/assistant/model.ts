import type { AssistantMessage, AssistantSource } from '@assay/contract/assistant-conversations.ts'
import { assistant as messages } from '../../messages/assistant.ts'

/** A part of a line: text, or a source reference. */
export type Piece = { text: string } | { source: AssistantSource; position: number }
export type Block = { kind: 'paragraph' | 'heading'; pieces: Piece[] } | { kind: 'list'; items: Piece[][] }

/** Models write some Markdown; paragraphs and lists are rendered, everything else is shown as is. */
export function readBlocks(text: string, sources: readonly AssistantSource[]): Block[] {
  const blocks: Block[] = []
  for (const line of text.split('\n').map((each) => each.trim())) {
    const item = /^(?:[-*•]|\d{1,2}[.)])\s+(.*)$/.exec(line)?.[1]
    const heading = /^#{1,6}\s+(.*)$/.exec(line)?.[1]
    const last = blocks.at(-1)
    if (line === '') continue
    if (item !== undefined && last?.kind === 'list') last.items.push(readPieces(item, sources))
    else if (item !== undefined) blocks.push({ kind: 'list', items: [readPieces(item, sources)] })
    else if (heading !== undefined) blocks.push({ kind: 'heading', pieces: readPieces(heading, sources) })
    else blocks.push({ kind: 'paragraph', pieces: readPieces(line, sources) })
  }
  return blocks
}

function readPieces(line: string, sources: readonly AssistantSource[]): Piece[] {
  const plain = line.replaceAll(/\*\*(.+?)\*\*/g, '$1').replaceAll(/`([^`]+)`/g, '$1')
  return plain
    .split(/(\[F\d+\])/)
    .filter((part) => part !== '')
    .flatMap((part): Piece[] => {
      const ref = /^\[(F\d+)\]$/.exec(part)?.[1]
      if (ref === undefined) return [{ text: part }]
      const index = sources.findIndex((source) => source.ref === ref)
      // While an answer is streamed, its sources are not known yet.
      return index < 0 ? [] : [{ source: sources[index]!, position: index + 1 }]
    })
}

/** Several facts may link to one page. */
export const distinctSources = (sources: readonly AssistantSource[]): AssistantSource[] => [
  ...new Map(sources.map((source) => [`${source.kind} ${source.label}`, source])).values(),
]

/** Problems of an answer, as sentences. */
export const warningsOf = ({ warnings, unsupported }: AssistantMessage): string[] =>
  warnings.map((warning) =>
    warning === 'unsupported' ? messages.unsupported(unsupported.join(', ')) : messages[warning],
  )

/** For the clipboard: without source references. */
export const plainAnswer = (answer: string): string => answer.replaceAll(/\s?\[F\d+\]/g, '')
