import type { FoundPackage } from '../model/cataloger.ts'

/** The packages of databases as they are after a layer that changed one. */
export interface DatabaseState {
  layer: number
  /** See packageKey. */
  keys: ReadonlySet<string>
}

/** Type, name and version: release and path may change from layer to layer while the package stays. */
export function packageKey({ purl }: Pick<FoundPackage, 'purl'>): string {
  const [path = ''] = purl.split('?')
  return `${path.split('/', 1)[0]}/${path.slice(path.lastIndexOf('/') + 1)}`
}

/**
 * The layer that brought a package: the one after the last state without it, so that a package which was removed and
 * installed again is of the later layer. A database is rewritten as a whole, so its own layer says nothing.
 */
export function layerOf(key: string, states: readonly DatabaseState[]): number | undefined {
  let layer: number | undefined
  for (const state of states.toReversed()) {
    if (!state.keys.has(key)) break
    layer = state.layer
  }
  return layer
}
