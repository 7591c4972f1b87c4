import type { Integration, IntegrationField } from '@assay/contract/integrations.ts'

/** Settings, Integrations: the server's texts, which are English. */
export const integrationFields = {
  nameOf: ({ name }: Pick<Integration, 'id' | 'name'>): string => name,
  fieldOf: (_integration: string, field: IntegrationField): IntegrationField => field,
}
