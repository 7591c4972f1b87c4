import type { ProgramCataloger } from '../../model/cataloger.ts'
import { indexOfBytes } from '../../programs/program.ts'

const mark = new TextEncoder().encode('UPX!')
const searchedBytes = 1_024

/** Programs that UPX has packed hide what is in them. */
export const packed: ProgramCataloger = {
  id: 'packed',
  async read({ source }, { path }) {
    const start = await source.read(0, searchedBytes)
    if (indexOfBytes(start, mark) < 0) return { packages: [], issues: [] }
    const message = 'The program is packed with UPX, so its packages cannot be listed.'
    return { packages: [], issues: [{ code: 'program-packed', message, where: path, isUnread: true }] }
  },
}
