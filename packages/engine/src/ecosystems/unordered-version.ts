import type { Ecosystem } from './ecosystem.ts'

/**
 * Texts that stand for no installed version in any ecosystem, even where the order accepts every text, as those of PyPI
 * and Maven do: words ('latest', '(devel)'), ranges ('^1.0', '[1,2)', '1.x', '1.+'), variables ('${project.version}'),
 * protocols ('workspace:1.0') and commits.
 */
const standIns = [
  /^\D*$/,
  /^[~^!?]/,
  /[\s*<>|,()[\]{}$]/,
  /(?:^|\.)[xX](?:$|\.)/,
  /\.\+$/,
  /^[a-z][a-z+.-]*:/i,
  /^[\da-f]{40}$/i,
]

type Order = Pick<Ecosystem, 'compareVersions'>

/** Whether the ecosystem can order an installed version, so that it can be compared with the bounds of advisories. */
export const isOrdered = (ecosystem: Order, version: string): boolean =>
  ecosystem.compareVersions(version, version) !== null &&
  !standIns.some((each) => each.test(version)) &&
  !isEquation(ecosystem, version)

/** '==1.0', unless the ecosystem ignores the sign. */
const isEquation = ({ compareVersions }: Order, version: string): boolean =>
  version.startsWith('=') && compareVersions(version, version.replace(/^=+/, '')) !== 0
