import { type PackageRegistry, registries } from '@assay/contract/registries.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { registries as messages } from '../../../messages/registries.ts'
import { ActionButton } from '../action-button.tsx'
import { Confirm } from '../../../widgets/forms/confirm.tsx'
import { ResourceTable } from '../resource-table.tsx'
import { Section } from '../section.tsx'
import { useDenialReason } from '../use-denial-reason.ts'
import { useUser } from '../use-user.ts'
import { CheckRegistry } from './check-registry.tsx'
import { EditRegistry } from './edit-registry.tsx'
import { registryColumns, type RegistryDialog, RegistryRow } from './registry-row.tsx'

type Opened = { dialog: RegistryDialog; registry: PackageRegistry } | { dialog: 'new' }

export function Registries() {
  const accountUuid = useUser().account.uuid
  const denialReason = useDenialReason()(registries.create)
  const registriesQuery = useQuery(query(api.registries.list, { params: { accountUuid } }))
  const [opened, setOpened] = useState<Opened | null>(null)
  const ecosystems = registriesQuery.data?.ecosystems ?? []
  const nameOf = (ecosystem: string) => ecosystems.find(({ id }) => id === ecosystem)?.name ?? ecosystem
  const onClose = () => setOpened(null)
  return (
    <Section
      title={messages.title}
      lead={messages.lead}
      isFlush
      actions={
        <ActionButton
          variant="primary"
          denialReason={denialReason}
          onPress={() => registriesQuery.data && setOpened({ dialog: 'new' })}
        >
          {messages.add}
        </ActionButton>
      }
    >
      <ResourceTable
        label={messages.title}
        query={{ ...registriesQuery, data: registriesQuery.data?.registries }}
        columns={registryColumns}
        none={messages.none}
      >
        {(registry) => (
          <RegistryRow
            key={registry.uuid}
            registry={registry}
            ecosystem={nameOf(registry.ecosystem)}
            denialReason={denialReason}
            onOpen={(dialog) => setOpened({ dialog, registry })}
          />
        )}
      </ResourceTable>
      {opened?.dialog === 'new' && (
        <EditRegistry registry={null} accountUuid={accountUuid} ecosystems={ecosystems} onClose={onClose} />
      )}
      {opened?.dialog === 'edit' && (
        <EditRegistry
          registry={opened.registry}
          accountUuid={accountUuid}
          ecosystems={ecosystems}
          onClose={onClose}
        />
      )}
      {opened?.dialog === 'check' && (
        <CheckRegistry registry={opened.registry} accountUuid={accountUuid} onClose={onClose} />
      )}
      {opened?.dialog === 'remove' && (
        <Confirm
          title={messages.removeTitle(opened.registry.pattern)}
          text={messages.removeText}
          submit={messages.remove}
          action={() =>
            api.registries.remove({ params: { accountUuid, registryUuid: opened.registry.uuid } })
          }
          onClose={onClose}
        />
      )}
    </Section>
  )
}
