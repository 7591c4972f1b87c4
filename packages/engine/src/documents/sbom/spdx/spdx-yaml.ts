import type { DocumentReader } from '../../../inventory.ts'
import { readYaml } from '../../parsers/yaml-document.ts'
import { readSpdxObject } from './spdx-json.ts'

/** SPDX 2.2 and 2.3 YAML, with the members of its JSON. Source: https://spdx.github.io/spdx-spec/ */
export const spdxYaml: DocumentReader = {
  id: 'spdx-yaml',
  matchesPath: (fileName) => /^(?:.*[._-])?spdx\.ya?ml$/i.test(fileName),
  matchesContent: (start) => /^spdxVersion:\s*["']?SPDX-2/m.test(start),
  read: (document) => readSpdxObject(readYaml(document), document.path),
}
