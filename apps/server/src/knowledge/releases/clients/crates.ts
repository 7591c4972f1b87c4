import { recordOf } from '@assay/engine/documents/parsers/json-value.ts'
import type { Release } from '@assay/engine/releases/release.ts'
import type { RegistryClient } from './client.ts'
import { sentenceOf, textOfAnswer, timeOf } from './read-answer.ts'
import { SourceError } from './client.ts'

// https://doc.rust-lang.org/cargo/reference/registry-index.html

export const cratesClient: RegistryClient = {
  ecosystem: 'crates.io',
  async read(get, { displayName, known }) {
    const answer = await get(indexPath(displayName), { isConditional: true })
    if (answer.kind !== 'found') return answer.kind
    const licenses = new Map(known.map((release) => [release.version, release.licenses]))
    const releases = parseIndex(textOfAnswer(answer)).map((release) => {
      const told = licenses.get(release.version)
      return told ? { ...release, licenses: told } : release
    })
    return { releases }
  },
}

/** Index path: 'a' is /1/a, 'abc' /3/a/abc, 'serde_json' /se/rd/serde_json. */
export function indexPath(crate: string): string {
  const name = crate.toLowerCase()
  const folder =
    name.length > 3
      ? `${name.slice(0, 2)}/${name.slice(2, 4)}`
      : name.length === 3
        ? `3/${name[0]}`
        : name.length
  return `/${folder}/${encodeURIComponent(name)}`
}

/** One JSON object per line and version. */
function parseIndex(text: string): Release[] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .flatMap((line) => {
      const { vers, yanked, pubtime } = recordOf(parseLine(line))
      const version = sentenceOf(vers)
      if (version === undefined) return []
      return { version, publishedAt: timeOf(pubtime), ...(yanked === true && { isYanked: true as const }) }
    })
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    throw new SourceError('The registry answered with an index that is not JSON')
  }
}
