import type { FilePart } from '@assay/contract/endpoint.ts'
import { ecosystems } from '@assay/engine/ecosystems.ts'
import { z } from 'zod'
import { Problem } from '#platform/http/problem.ts'
import type { FirstSeen } from '#scanning/scans/first-seen-store.ts'

const maxEntries = 100_000

const List = z
  .array(
    z.object({
      ecosystem: z.string().max(50),
      package: z.string().min(1).max(500),
      vulnerability: z.string().trim().min(1).max(100),
      at: z.number().int().nonnegative().max(8.64e15),
    }),
  )
  .max(maxEntries)

/** Throws Problem 400. Packages of other ecosystems have no findings here, and nothing begins in the future. */
export function readFirstSeen({ bytes, spooled }: FilePart): FirstSeen[] {
  const now = Date.now()
  return parse(spooled ? null : bytes).flatMap(({ ecosystem: id, package: name, vulnerability, at }) => {
    const ecosystem = ecosystems.find((each) => each.id === id)
    if (!ecosystem) return []
    return [
      {
        ecosystem: id,
        packageName: ecosystem.normalizeName(name),
        vulnerability: vulnerability.toUpperCase(),
        at: new Date(Math.min(at, now)),
      },
    ]
  })
}

function parse(bytes: Uint8Array | null): z.output<typeof List> {
  if (bytes === null) throw invalid(`is too large`)
  try {
    return List.parse(JSON.parse(Buffer.from(bytes).toString()))
  } catch {
    throw invalid('is no list of packages with vulnerability and time')
  }
}

const invalid = (why: string) => new Problem(400, 'invalidInput', `The file firstSeen ${why}`)
