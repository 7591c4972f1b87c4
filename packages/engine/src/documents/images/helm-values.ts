import { isRecord, recordOf, textOf } from '../parsers/json-value.ts'
import { lockfileReader, type LockfileLocation, parseYamlMap } from '../lockfiles/lockfile-reader.ts'
import { imageKind } from '../components/image-kind.ts'
import type { PackageList } from '../lockfiles/package-list.ts'
import { pathFrom } from '../lockfiles/sibling-file.ts'
import { addImage } from './add-image.ts'

/** The values of a Helm chart, by the usual names: https://helm.sh/docs/chart_best_practices/values/ */
export const helmValues = lockfileReader({
  id: 'helm-values',
  title: 'values of a Helm chart',
  kind: imageKind,
  namesImages: true,
  isAuxiliary: true,
  matchesPath: (fileName) => /^values(?:[._-][\w.-]+)?\.ya?ml$/.test(fileName),
  companions: ['Chart.yaml'],
  parse: parseYamlMap,
  read(yaml, list, location) {
    findImages(yaml, { list, appVersion: appVersionOf(location), where: `${list.path}#`, depth: 0 })
    return { format: 'Helm values' }
  },
})

interface Search {
  list: PackageList
  /** The tag that charts take if none is given. */
  appVersion: string
  where: string
  depth: number
}

const maxDepth = 10

function findImages(values: Record<string, unknown>, { where, depth, ...search }: Search): void {
  for (const [key, value] of Object.entries(values)) {
    const at = `${where}/${key.slice(0, 100).toWellFormed()}`
    if (/^(?:image|.*Image)$/.test(key)) addNamed(value, { ...search, where: at, depth })
    if (isRecord(value) && depth < maxDepth) findImages(value, { ...search, where: at, depth: depth + 1 })
  }
}

/** 'name:tag', or { registry, repository, tag, digest }. */
function addNamed(value: unknown, { list, appVersion, where }: Search): void {
  const { registry, repository, tag, digest } = recordOf(value)
  const name = textOf(repository) || textOf(isRecord(value) ? value['name'] : '')
  if (typeof value === 'string' && /[/:]/.test(value)) addImage(list, value.trim(), { where })
  if (!isRecord(value) || name === '') return
  const host = textOf(registry) === '' ? '' : `${textOf(registry)}/`
  const itsTag = textOf(tag) || appVersion
  const sha = textOf(digest)
  addImage(list, `${host}${name}${itsTag === '' ? '' : `:${itsTag}`}${sha === '' ? '' : `@${sha}`}`, {
    where,
  })
}

function appVersionOf({ path, tree }: LockfileLocation): string {
  const document = tree?.find(pathFrom(path, 'Chart.yaml') ?? '')
  const yaml = document ? parseYamlMap(document).content : null
  return yaml ? textOf(yaml['appVersion']) : ''
}
