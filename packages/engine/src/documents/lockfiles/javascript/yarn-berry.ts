import { isRecord, recordOf, shortTextOf, textOf } from '../../parsers/json-value.ts'
import { decodePercent } from '../../parsers/decode-percent.ts'
import type { PackageList } from '../package-list.ts'
import { splitDescriptor } from './npm-package.ts'
import type { YarnEntry, YarnNeed } from './yarn-entry.ts'
import { ownProperty } from '../../../own-property.ts'

/** Reads the entries of a yarn.lock of Yarn 2 and later: https://yarnpkg.com/configuration/yarnrc */
export function readBerryEntries(lock: Record<string, unknown>, { path, log }: PackageList): YarnEntry[] {
  return Object.entries(lock).flatMap(([key, value]): YarnEntry[] => {
    if (key === '__metadata') return []
    const where = `${path}#/${shortTextOf(key).replaceAll('~', '~0').replaceAll('/', '~1')}`
    if (!isRecord(value)) {
      log.add('entry-invalid', 'This package is not a map and was left out.', where)
      return []
    }
    return [entryOf(key, value, where)]
  })
}

function entryOf(key: string, value: Record<string, unknown>, where: string): YarnEntry {
  const descriptors = key.split(/,\s*/).filter((each) => each !== '')
  const { name, range } = splitDescriptor(textOf(value['resolution']) || (descriptors[0] ?? ''))
  // A patched package is a registry version with changes by Yarn or the project.
  const source = range.replace(/^patch:(?:@?[^@]*)@(?:npm%3A)?/, 'npm:')
  return {
    descriptors,
    name,
    version: textOf(value['version']),
    source: source.replace(/^npm:.*/s, ''),
    resolved: archiveOf(range),
    // The checksum is of Yarn's own archive, not of the registry's.
    integrity: '',
    folder: folderOf(range),
    needs: needsOf(value),
    where,
  }
}

/** Registries with other addresses are in the locator: 'npm:1.0.0::__archiveUrl=https%3A%2F%2F…'. */
function archiveOf(range: string): string {
  const encoded = /[:&]__archiveUrl=([^&]*)/.exec(range)?.[1] ?? ''
  return decodePercent(encoded)
}

/** 'workspace:packages/a', 'link:../a::locator=…' */
function folderOf(range: string): string | null {
  const [, kind, folder] = /^(workspace|link|portal):([^:]*)/.exec(range) ?? []
  if (kind === undefined) return null
  return kind === 'workspace' ? (folder ?? '') : ''
}

function needsOf(value: Record<string, unknown>): YarnNeed[] {
  const meta = recordOf(value['dependenciesMeta'])
  return Object.entries(recordOf(value['dependencies'])).map(([name, range]) => ({
    name,
    range: textOf(range),
    isOptional: recordOf(ownProperty(meta, name))['optional'] === 'true',
  }))
}
