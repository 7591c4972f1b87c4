import type { SourceDocument } from '../../inventory.ts'
import { readText } from '../parsers/text-document.ts'
import { isRecord, listOf, recordOf, textOf } from '../parsers/json-value.ts'
import { lockfileReader, type Parsed, parseYamlMaps } from '../lockfiles/lockfile-reader.ts'
import { ownProperty } from '../../own-property.ts'
import { imageKind } from '../components/image-kind.ts'
import { addImage } from './add-image.ts'
import { fillIn } from './variables.ts'

/** .gitlab-ci.yml: https://docs.gitlab.com/ci/yaml/. Its images run in continuous integration only. */
export const gitlabCi = lockfileReader<Record<string, unknown>[]>({
  id: 'gitlab-ci',
  title: 'GitLab pipeline',
  kind: imageKind,
  namesImages: true,
  isAuxiliary: true,
  matchesPath: (fileName, folder = '') =>
    /^\.gitlab-ci(?:[._-][\w.-]+)?\.ya?ml$|\.gitlab-ci\.ya?ml$/.test(fileName) ||
    (/(?:^|\/)\.gitlab\/ci(?:\/|$)/.test(folder) && /\.ya?ml$/.test(fileName)),
  parse,
  read(documents, list) {
    for (const yaml of documents) {
      const values = recordOf(yaml['variables'])
      const add = (value: unknown, where: string) => {
        const text = textOf(isRecord(value) ? value['name'] : value)
        const full = fillIn(text, (name) => {
          const known = ownProperty(values, name)
          return textOf(isRecord(known) ? known['value'] : known) || undefined
        })
        addImage(list, full, { where, isDevelopment: true })
      }
      for (const [name, holder] of [['', yaml] as const, ...Object.entries(yaml)]) {
        const at = `${list.path}#${name === '' ? '' : `/${name.slice(0, 200).toWellFormed()}`}`
        const { image, services } = recordOf(holder)
        add(image, `${at}/image`)
        for (const [index, service] of listOf(services).entries()) add(service, `${at}/services/${index}`)
      }
    }
    return { format: 'GitLab pipeline' }
  },
})

/** '!reference [.job, script]' is a tag of GitLab's own. */
function parse(document: SourceDocument): Parsed<Record<string, unknown>[]> {
  const { text } = readText(document)
  const bytes = new TextEncoder().encode(text?.replaceAll('!reference', '') ?? '')
  return parseYamlMaps(text === null ? document : { ...document, bytes })
}
