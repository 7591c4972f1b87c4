import { shortTextOf } from '../../parsers/json-value.ts'
import { childOf, childText, type XmlElement } from '../../parsers/xml-document.ts'

const operators = new Map([
  ['ConjunctiveLicenseSet', ' AND '],
  ['DisjunctiveLicenseSet', ' OR '],
])

/** No real license nests deeper. */
const maxDepth = 20

/** The license expression of a member such as licenseDeclared, from a reference or nested sets; '' if there is none. */
export const licenseOfRdf = (member: XmlElement | null, nameOf: (address: string) => string): string =>
  member === null ? '' : shortTextOf(expressionOf(member, nameOf, 0))

function expressionOf(member: XmlElement, nameOf: (address: string) => string, depth: number): string {
  const { attributes, children, text } = member
  const [license] = children
  const address = attributes.get('resource') ?? attributes.get('nodeID') ?? ''
  if (!license) return termOf(nameOf(address === '' ? text : address))
  const operator = operators.get(license.name)
  if (operator !== undefined && depth < maxDepth) {
    const parts = license.children
      .filter(({ name }) => name === 'member')
      .map((each) => expressionOf(each, nameOf, depth + 1))
    const isNested = depth > 0 && parts.length > 1
    return isNested ? `(${parts.join(operator)})` : parts.join(operator)
  }
  if (license.name === 'WithExceptionOperator' && depth < maxDepth) {
    const [kept, exception] = [childOf(license, 'member'), childOf(license, 'licenseException')]
    const id = childText(childOf(exception, 'LicenseException'), 'licenseExceptionId')
    return kept && id !== '' ? `${expressionOf(kept, nameOf, depth + 1)} WITH ${id}` : ''
  }
  if (license.name === 'OrLaterOperator' && depth < maxDepth) {
    const kept = childOf(license, 'member')
    return kept ? `${expressionOf(kept, nameOf, depth + 1)}+` : ''
  }
  return childText(license, 'licenseId') || termOf(nameOf(license.attributes.get('about') ?? ''))
}

/** 'http://spdx.org/rdf/terms#noassertion' is NOASSERTION. */
const termOf = (name: string): string => (/^(?:none|noassertion)$/i.test(name) ? name.toUpperCase() : name)
