import { factsOf } from '@assay/engine/advisories/testing/facts.ts'
import type { IndexEntry } from '@assay/engine/advisories/advisory.ts'
import { compileIndex } from '@assay/engine/advisories/compile-index.ts'
import { ecosystemById } from '@assay/engine/ecosystems.ts'
import { expect, test } from 'vitest'
import { freshDatabase } from '#testing/fresh-database.ts'
import { forgetPrevious, markStale, saveIndex } from '#knowledge/advisories/indexes/index-store.ts'
import { narrowChanges } from './narrow-changes.ts'

/** More than a call can have arguments. */
const count = 150_000
const names = Array.from({ length: count }, (_, at) => `package-${at}`)

const entryOf = (name: string): IndexEntry => ({
  recordId: name,
  affected: { ecosystem: 'npm', name, suffix: '', ranges: [], versions: ['1.0.0'] },
  facts: factsOf('00000000-0000-4000-8000-000000000000'),
})

test('an archive that names 150,000 packages for the first time changes each of them', async () => {
  const { db, drop } = await freshDatabase()
  try {
    const narrowed = await db.transaction().execute(async (tx) => {
      await markStale(tx, ['npm'])
      for (const [at, listed] of [names.slice(0, 1), names].entries()) {
        const content = compileIndex(ecosystemById('npm'), listed.map(entryOf))
        await forgetPrevious(tx)
        await saveIndex(tx, { ecosystem: 'npm', version: at + 1, entries: listed.length, content })
      }
      return narrowChanges(
        tx,
        names.map((name) => ({ ecosystem: 'npm', name })),
      )
    })
    expect(narrowed).toHaveLength(count - 1)
  } finally {
    await drop()
  }
})
