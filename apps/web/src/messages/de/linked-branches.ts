import type { Translation } from '../../language/translation.ts'
import type { linkedBranches as english } from '../linked-branches.ts'

export const linkedBranches: Translation<typeof english> = {
  title: 'Verknüpfte Branches und veröffentlichte SBOMs',
  linked: 'Verknüpft: die SBOM jedes neuen Scans wird hochgeladen',
  notLinked: 'Nicht verknüpft',
  link: 'Verknüpfen',
  linkOf: (branch) => `Den Branch ${branch} verknüpfen`,
  unlink: 'Trennen',
  unlinkOf: (branch) => `Den Branch ${branch} trennen`,
  publish: 'Veröffentlichen',
  publishOf: (branch) => `Den letzten Scan von ${branch} veröffentlichen`,
  withdraw: 'Zurückziehen',
  queued: 'Eingereiht. Die Liste zeigt, wann die SBOM veröffentlicht ist.',
  history: (branch) => `SBOMs von ${branch}`,
  columns: { sbom: 'SBOM', state: 'Zustand' },
  none: 'Noch keine SBOM hochgeladen.',
  states: {
    queued: 'Eingereiht',
    uploaded: 'Hochgeladen',
    published: 'Veröffentlicht',
    withdrawn: 'Zurückgezogen',
  },
  wanted: (state) => `Unterwegs: ${state}`,
}
