import { accounts, type Configuration } from '@assay/contract/accounts.ts'
import { Radios } from '../../../ui/radios.tsx'
import { Section } from '../section.tsx'
import { SettingsQuery } from '../settings-query.tsx'
import { useDenialReason } from '../use-denial-reason.ts'
import { useUndoable } from '../use-undoable.ts'
import { type ConfigurationChange, useConfiguration } from './use-configuration.ts'

interface Props<V extends string> {
  messages: { title: string; lead: string; changed: string }
  values: readonly V[]
  /** Texts of each value. */
  options: Readonly<Record<V, { label: string; hint: string }>>
  valueOf: (configuration: Configuration) => V
  changeOf: (value: V) => ConfigurationChange
}

/** A choice of the account's configuration. */
export function ConfigurationRadios<V extends string>(props: Props<V>) {
  const { messages, values, options, valueOf, changeOf } = props
  const { known, configure } = useConfiguration()
  const { change, shown } = useUndoable((value: V) => configure(changeOf(value)))
  const denialReason = useDenialReason()(accounts.configure)
  return (
    <Section title={messages.title} lead={messages.lead}>
      <SettingsQuery query={known}>
        {(configuration) => (
          <Radios
            label={messages.title}
            value={shown(valueOf(configuration))}
            options={values.map((value) => ({ value, ...options[value] }))}
            denialReason={denialReason}
            onChange={(to) => change(valueOf(configuration), to, messages.changed)}
          />
        )}
      </SettingsQuery>
    </Section>
  )
}
