import { ruby } from '../../source-code/languages/ruby.ts'
import type { PackageSources } from '../ecosystem.ts'

export const gemSources: PackageSources = {
  language: ruby,
  // https://guides.rubygems.org/name-your-gem/, which many gems do not follow.
  modulesOf: (name) => ({
    names: [...new Set([name, name.replaceAll('-', '/'), name.replaceAll('-', '_')])],
    areAll: false,
  }),
}
