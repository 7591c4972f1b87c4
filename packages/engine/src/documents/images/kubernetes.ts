import type { SourceDocument } from '../../inventory.ts'
import { isRecord, listOf, recordOf, textOf } from '../parsers/json-value.ts'
import { readText } from '../parsers/text-document.ts'
import { lockfileReader, type Parsed, parseYamlMaps } from '../lockfiles/lockfile-reader.ts'
import { ownProperty } from '../../own-property.ts'
import { imageKind } from '../components/image-kind.ts'
import type { PackageList } from '../lockfiles/package-list.ts'
import { addImage } from './add-image.ts'

/** Folders that usually contain manifests of Kubernetes; other YAML files are not looked at. */
const folders =
  /(?:^|\/)(?:k8s|kubernetes|kube|manifests?|deploy|deployments?|kustomize|overlays|base|argocd|flux|gitops)(?:\/|$)/i

/** Manifests of Kubernetes: https://kubernetes.io/docs/concepts/overview/working-with-objects/ */
export const kubernetes = lockfileReader<Record<string, unknown>[]>({
  id: 'kubernetes',
  title: 'manifest of Kubernetes',
  kind: imageKind,
  namesImages: true,
  isAuxiliary: true,
  matchesPath: (fileName, folder = '') =>
    /\.ya?ml$/.test(fileName) && (folders.test(folder) || /^kustomization\.ya?ml$/.test(fileName)),
  parse,
  read(documents, list) {
    for (const [at, document] of documents.entries()) readObject(document, list, `${list.path}#/${at}`)
    return { format: 'Kubernetes manifest' }
  },
})

/** Templates are no YAML. */
function parse(document: SourceDocument): Parsed<Record<string, unknown>[]> {
  const { text } = readText(document)
  return text === null || text.includes('{{') ? { content: [], issues: [] } : parseYamlMaps(document)
}

const containers = ['containers', 'initContainers', 'ephemeralContainers']
const maxDepth = 6

/** Pods are templates in other objects, at different depths. */
function readObject(json: Record<string, unknown>, list: PackageList, where: string): void {
  if (
    textOf(json['kind']) === 'Kustomization' ||
    (json['kind'] === undefined && json['images'] !== undefined)
  )
    addReplacements(json, list, where)
  if (textOf(json['apiVersion']) === '') return
  for (const [at, item] of listOf(json['items']).entries())
    if (isRecord(item)) readSpec(item['spec'], { list, where: `${where}/items/${at}/spec`, depth: 0 })
  readSpec(json['spec'], { list, where: `${where}/spec`, depth: 0 })
}

function readSpec(
  value: unknown,
  { list, where, depth }: { list: PackageList; where: string; depth: number },
): void {
  const spec = recordOf(value)
  for (const member of containers)
    for (const [at, container] of listOf(ownProperty(spec, member)).entries())
      addImage(list, textOf(recordOf(container)['image']), { where: `${where}/${member}/${at}/image` })
  if (depth >= maxDepth) return
  for (const member of ['template', 'jobTemplate', 'spec']) {
    const inner = ownProperty(spec, member)
    if (inner !== undefined) readSpec(inner, { list, where: `${where}/${member}`, depth: depth + 1 })
  }
}

/** What a kustomization uses in place of other images. */
function addReplacements(json: Record<string, unknown>, list: PackageList, where: string): void {
  for (const [at, entry] of listOf(json['images']).entries()) {
    const { name, newName, newTag, digest } = recordOf(entry)
    const [tag, sha] = [textOf(newTag), textOf(digest)]
    if (tag === '' && sha === '') continue
    const full = `${textOf(newName) || textOf(name)}${tag === '' ? '' : `:${tag}`}${sha === '' ? '' : `@${sha}`}`
    addImage(list, full, { where: `${where}/images/${at}` })
  }
}
