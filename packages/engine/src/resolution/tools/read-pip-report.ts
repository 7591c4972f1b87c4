import { isRecord, listOf, recordOf, shortTextOf, textOf } from '../../documents/parsers/json-value.ts'
import { normalName, originOf } from '../../documents/lockfiles/python/python-package.ts'
import type { Resolution, ResolvedPackage } from '../model/resolution.ts'
import { pythonRequirement } from '../pypi/python-requirement.ts'

/** What 'pip install --report' writes: https://pip.pypa.io/en/stable/reference/installation-report/. null if it is none. */
export function readPipReport(json: unknown, manifest: string): Resolution | null {
  if (!isRecord(json) || !Array.isArray(json['install'])) return null
  const installed = listOf(json['install']).map(recordOf)
  const indexes = new Map(
    installed.map((each, index) => [normalName(textOf(recordOf(each['metadata'])['name'])), index]),
  )
  const packages = installed.map((each): ResolvedPackage => {
    const metadata = recordOf(each['metadata'])
    const isFromIndex = each['is_direct'] !== true
    return {
      name: shortTextOf(metadata['name']),
      version: shortTextOf(metadata['version']),
      scope: 'runtime',
      isDirect: each['requested'] === true,
      ...(!isFromIndex && { origin: originOf(textOf(recordOf(each['download_info'])['url'])) }),
      requiredBy: [],
      asks: [],
      where: manifest,
    }
  })
  for (const [by, each] of installed.entries())
    for (const text of listOf(recordOf(each['metadata'])['requires_dist'])) {
      const index = indexes.get(pythonRequirement(textOf(text))?.name ?? '')
      if (index !== undefined && index !== by) packages[index]!.requiredBy.push(by)
    }
  return {
    manifest,
    by: 'tool',
    format: 'requirements.txt',
    purlType: 'pypi',
    root: null,
    packages,
    issues: [],
  }
}
