import type { SourceTree } from '../../../inventory.ts'
import { childrenOf, childText, readXml, type XmlElement } from '../../parsers/xml-document.ts'
import { maxTextLength } from '../../parsers/limits.ts'
import { pathsAbove } from '../manifest-reader.ts'

/** A package in an item group. */
export interface MsbuildItem {
  name: string
  element: XmlElement
}

/** Attributes of items may also be elements in them. */
export const metadataOf = (element: XmlElement, name: string): string =>
  element.attributes.get(name)?.trim() ?? childText(element, name)

/** Conditions are not evaluated, except about the target framework if there is one: what holds for one platform counts. */
export function itemsIn(root: XmlElement | null, type: string, framework = ''): MsbuildItem[] {
  return childrenOf(root, 'ItemGroup')
    .filter((group) => isFor(group, framework))
    .flatMap((group) => childrenOf(group, type).filter((element) => isFor(element, framework)))
    .flatMap((element) => {
      const names = element.attributes.get('Include') ?? element.attributes.get('Update') ?? ''
      return names.split(';').flatMap((name) => (name.trim() === '' ? [] : { name: name.trim(), element }))
    })
}

/** "'$(TargetFramework)' == 'net8.0'" and the like, joined by 'or' or 'and'. */
function isFor({ attributes }: XmlElement, framework: string): boolean {
  const condition = attributes.get('Condition') ?? ''
  const comparisons = [...condition.matchAll(/'\$\(TargetFramework\)'\s*(==|!=)\s*'([^']*)'/gi)].map(
    ([, operator, value = '']) => (value.toLowerCase() === framework.toLowerCase()) === (operator === '=='),
  )
  if (framework === '' || comparisons.length === 0) return true
  return /\bor\b/i.test(condition) ? comparisons.includes(true) : !comparisons.includes(false)
}

/** The nearest file of a name in the folder of a project or above; null if there is none. */
export function nearest(
  { path, tree }: { path: string; tree?: SourceTree | undefined },
  name: string,
): XmlElement | null {
  for (const each of pathsAbove(path, name)) {
    const document = tree?.find(each)
    if (document) return readXml(document).root
  }
  return null
}

/** Replaces $(Name) by the properties of files, the last of which wins; null if one is not set. */
export function propertiesOf(files: readonly (XmlElement | null)[]): (text: string) => string | null {
  const values = new Map<string, string>()
  for (const file of files)
    for (const group of childrenOf(file, 'PropertyGroup'))
      for (const { name, text } of group.children) values.set(name.toLowerCase(), text)
  const expand = (text: string, depth: number): string | null => {
    if (!text.includes('$(')) return text
    if (depth > maxDepth || text.length > maxTextLength) return null
    let isComplete = true
    const replaced = text.replaceAll(/\$\(([\w.-]+)\)/g, (_, name: string) => {
      const value = values.get(name.toLowerCase())
      isComplete &&= value !== undefined
      return value ?? ''
    })
    return isComplete && replaced !== text ? expand(replaced, depth + 1) : null
  }
  return (text) => expand(text, 0)
}

const maxDepth = 20
