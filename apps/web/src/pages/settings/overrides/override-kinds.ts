import { overrides } from '@assay/contract/overrides.ts'
import { api } from '../../../api/client.ts'

export type OverrideKind = 'license' | 'copyright'

interface OverriddenPackage {
  language: string
  name: string
  /** '*' for all. */
  version: string
}

export interface Override extends OverriddenPackage {
  /** A license expression, or a copyright text. */
  content: string
  createdBy: string
  createdAt: number
}

/** In path format, where '|' stands for '/' in a name. */
const paramsOf = ({ language, name, version }: OverriddenPackage) => ({
  language,
  name: name.replaceAll('/', '|'),
  version,
})

interface Calls {
  /** Name of the value in the API. */
  schema: typeof overrides.setLicense.body.shape.license
  set: (of: OverriddenPackage, content: string) => Promise<unknown>
  remove: (of: OverriddenPackage) => Promise<unknown>
}

export const callsOf: Record<OverrideKind, Calls> = {
  license: {
    schema: overrides.setLicense.body.shape.license,
    set: (of, license) => api.overrides.setLicense({ params: paramsOf(of), body: { license } }),
    remove: (of) => api.overrides.removeLicense({ params: paramsOf(of) }),
  },
  copyright: {
    schema: overrides.setCopyright.body.shape.text,
    set: (of, text) => api.overrides.setCopyright({ params: paramsOf(of), body: { text } }),
    remove: (of) => api.overrides.removeCopyright({ params: paramsOf(of) }),
  },
}
