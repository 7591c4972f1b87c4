import { listOf, recordOf } from '@assay/engine/documents/parsers/json-value.ts'
import type { RegistryClient } from './client.ts'
import { jsonOf, sentenceOf, timeOf } from './read-answer.ts'

// https://github.com/dart-lang/pub/blob/master/doc/repository-spec-v2.md

export const pubClient: RegistryClient = {
  ecosystem: 'pub',
  async read(get, { name }) {
    const answer = await get(`/api/packages/${encodeURIComponent(name)}`, {
      accept: 'application/vnd.pub.v2+json',
      isConditional: true,
    })
    if (answer.kind !== 'found') return answer.kind
    const { versions, isDiscontinued, replacedBy } = recordOf(jsonOf(answer))
    const instead = sentenceOf(replacedBy)
    return {
      releases: listOf(versions).flatMap((each) => {
        const { version, published, retracted } = recordOf(each)
        const text = sentenceOf(version)
        if (text === undefined) return []
        return {
          version: text,
          publishedAt: timeOf(published),
          ...(retracted === true && { isYanked: true as const }),
        }
      }),
      ...(isDiscontinued === true && {
        deprecated: `The package is discontinued${instead === undefined ? '' : `: use ${instead} instead`}`,
      }),
    }
  },
}
