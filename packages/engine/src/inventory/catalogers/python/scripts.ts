import { isScript, maxScriptBytes } from '../../../documents/manifests/python/script-head.ts'
import { pythonScript } from '../../../documents/manifests/python/script.ts'
import type { ContentCataloger } from '../../model/cataloger.ts'
import { foundComponent } from '../found-component.ts'

const decoder = new TextDecoder()

/** Scripts that say in comments what they need. */
export const pythonScripts: ContentCataloger = {
  id: 'python-scripts',
  isDocument: true,
  recognizes: (head) => isScript(decoder.decode(head)),
  async read(source, { path }) {
    if (source.size > maxScriptBytes) return { packages: [], issues: [] }
    const { inventory, issues = [] } = pythonScript.read({ path, bytes: await source.read(0, source.size) })
    if (inventory === null)
      return { packages: [], issues: issues.map((issue) => ({ ...issue, isUnread: true as const })) }
    const packages = inventory.components.map((each) => ({ ...foundComponent(each), places: [{ path }] }))
    return { packages, issues: inventory.issues }
  },
}
