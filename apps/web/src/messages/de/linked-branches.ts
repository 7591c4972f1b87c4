import type { Translation } from '../../language/translation.ts'
import type { linkedBranches as english } from '../linked-branches.ts'

export const linkedBranches: Translation<typeof english> = {
  title: 'Verknüpfte Branches und veröffentlichte SBOMs',
  linked: 'Verknüpft: Die SBOM jedes neuen Scans wird hochgeladen',
  notLinked: 'Nicht verknüpft',
  link: 'Verknüpfen',
  linkOf: (branch) => `Branch ${branch} verknüpfen`,
  unlink: 'Trennen',
  unlinkOf: (branch) => `Branch ${branch} trennen`,
  publish: 'Veröffentlichen',
  publishOf: (branch) => `SBOM des letzten Scans von ${branch} veröffentlichen`,
  withdraw: 'Zurückziehen',
  queued: 'Eingereiht. Die Liste zeigt, wann die SBOM veröffentlicht ist.',
  history: (branch) => `SBOMs von ${branch}`,
  columns: { sbom: 'SBOM', state: 'Status' },
  none: 'Noch keine SBOMs hochgeladen.',
  states: {
    queued: 'Eingereiht',
    uploaded: 'Hochgeladen',
    published: 'Veröffentlicht',
    withdrawn: 'Zurückgezogen',
  },
  wanted: (state) => `Ausstehend: ${state}`,
}
