import { SaxesParser } from 'saxes'
import type { Issue, SourceDocument } from '../../inventory.ts'
import { messageOf, readText } from './text-document.ts'

export interface XmlElement {
  /** Without the namespace prefix. */
  name: string
  /** Of its namespace; '' if it has none. */
  prefix: string
  /** By name without prefix; the last of several with the same name. */
  attributes: ReadonlyMap<string, string>
  children: XmlElement[]
  /** Trimmed text directly inside the element. */
  text: string
  /** 1-based. */
  line: number
}

export type XmlDocument = { root: XmlElement; issues: Issue[] } | { root: null; issues: Issue[] }

/** No inventory nests deeper, and the parser's memory grows with depth. */
const maxDepth = 10_000

/**
 * Parses an XML document. Document type declarations are rejected: only the five predefined entities and character
 * references are expanded, and nothing is fetched. Never throws.
 */
export function readXml(document: SourceDocument): XmlDocument {
  const { text, issues } = readText(document)
  if (text === null) return { root: null, issues }
  try {
    return { root: parseXml(text), issues }
  } catch (error) {
    const message = `The file is not valid XML: ${messageOf(error)}.`
    return { root: null, issues: [{ code: 'xml-invalid', message, where: document.path }] }
  }
}

/** The first child with a name; null if there is none. */
export function childOf(element: XmlElement | null, name: string): XmlElement | null {
  return element?.children.find((child) => child.name === name) ?? null
}

/** The children with a name. */
export function childrenOf(element: XmlElement | null, name: string): XmlElement[] {
  return element?.children.filter((child) => child.name === name) ?? []
}

/** The text of the first child with a name; '' if there is none. */
export function childText(element: XmlElement | null, name: string): string {
  return childOf(element, name)?.text ?? ''
}

function parseXml(text: string): XmlElement {
  const parser = new SaxesParser()
  const document: XmlElement = {
    name: '',
    prefix: '',
    attributes: new Map(),
    children: [],
    text: '',
    line: 0,
  }
  const open = [document]
  parser.on('error', (error) => {
    throw error
  })
  parser.on('doctype', () => {
    throw new Error('it has a document type declaration, which is not read')
  })
  parser.on('opentag', ({ name, attributes }) => {
    if (open.length > maxDepth) throw new Error(`it is nested deeper than ${maxDepth} elements`)
    const entries = Object.entries(attributes).map(([key, value]) => [withoutPrefix(key), value] as const)
    const element = {
      name: withoutPrefix(name),
      prefix: name.slice(0, Math.max(0, name.indexOf(':'))),
      attributes: new Map(entries),
      children: [],
      text: '',
      line: parser.line,
    }
    open.at(-1)!.children.push(element)
    open.push(element)
  })
  parser.on('closetag', () => {
    const element = open.pop()!
    element.text = element.text.trim()
  })
  const append = (part: string) => {
    open.at(-1)!.text += part
  }
  parser.on('text', append)
  parser.on('cdata', append)
  parser.write(text).close()
  const [root] = document.children
  if (!root) throw new Error('it has no element')
  return root
}

const withoutPrefix = (name: string) => name.slice(name.indexOf(':') + 1)
