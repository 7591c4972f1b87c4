import type { EcosystemId } from '@assay/engine/ecosystems/ecosystem.ts'
import { describe, expect, it } from 'vitest'
import { decidingFiles, type FileContent } from './archive-age.ts'

const file = (at: number, own: [EcosystemId, number][], ecosystem?: EcosystemId): FileContent => ({
  name: '',
  at,
  own: new Map(own),
  ...(ecosystem && { ecosystem }),
})
const agesOf = (...files: FileContent[]) =>
  Object.fromEntries([...decidingFiles(files)].map(([id, { at }]) => [id, at]))

describe('decidingFiles', () => {
  it('is the time of the archive, for each ecosystem on its own', () => {
    expect(agesOf(file(10, [['npm', 5]]), file(20, [['pypi', 2]]))).toEqual({ npm: 10, pypi: 20 })
  })

  it('is that of the oldest of several archives', () => {
    expect(agesOf(file(30, [['npm', 5]]), file(10, [['npm', 2]]), file(20, [['npm', 3]]))).toEqual({
      npm: 10,
    })
  })

  it('ignores single records next to an archive', () => {
    expect(agesOf(file(30, [['npm', 5]]), file(1, [['npm', 1]]))).toEqual({ npm: 30 })
  })

  it('is the newest of an unpacked archive', () => {
    expect(agesOf(file(10, [['hex', 1]]), file(20, [['hex', 1]]))).toEqual({ hex: 20 })
  })

  it('does not exist for one record, unless its folder names the ecosystem', () => {
    expect(agesOf(file(10, [['hex', 1]]))).toEqual({})
    expect(agesOf(file(10, [['hex', 1]], 'hex'))).toEqual({ hex: 10 })
  })

  it('does not exist for ecosystems that an archive of another one mentions', () => {
    expect(
      agesOf(
        file(
          10,
          [
            ['npm', 5],
            ['pypi', 3],
          ],
          'npm',
        ),
      ),
    ).toEqual({ npm: 10 })
  })
})
