import { describe, expect, test } from 'vitest'
import { fieldsIn } from '#integrations/core/fields.ts'
import { textsOfDeliveries } from '#integrations/core/texts.ts'
import { integrations } from './integrations.ts'

/** Names of products are the same in every language. */
const isName = (label: string) => /^(?:Cloud|Data Center|GitHub|GitLab)$/.test(label)

test('each integration has its own id, which is stored', () => {
  const ids = integrations.map(({ id }) => id)
  expect(ids).toEqual([...new Set(ids)])
})

describe.each(integrations.map((integration) => [integration.id, integration] as const))(
  '%s',
  (_, integration) => {
    const english = fieldsIn('en', integration)
    const german = fieldsIn('de', integration)

    test.each(english.map((field, at) => [field.name, field, german[at]!] as const))(
      'has a German label, hint and options for %s',
      (__, field, translated) => {
        expect(Object.keys(integration.texts.de.fields)).toContain(field.name)
        if (field.hint === null) expect(translated.hint).toBeNull()
        else expect(translated.hint).not.toBe(field.hint)
        const same = translated.options.filter(({ label }, at) => label === field.options[at]!.label)
        expect(same.filter(({ value, label }) => label !== value && !isName(label))).toEqual([])
      },
    )

    test('its texts are in each language, with the same values', () => {
      const { en, de } = textsOfDeliveries(integration)
      const valuesOf = (text = '') => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).toSorted()
      expect(Object.keys(de).toSorted()).toEqual(Object.keys(en).toSorted())
      for (const [key, text] of Object.entries(en)) expect(valuesOf(de[key]), key).toEqual(valuesOf(text))
      expect(integration.texts.de.summary).not.toBe(integration.texts.en.summary)
    })
  },
)
