import { supportTokenPurpose } from '#accounts/account/support-token.ts'
import { servicePurpose } from '#assistant/model/connection.ts'
import { purposeOf as factorPurpose } from '#identity/mfa/factors.ts'
import { tokensPurpose } from '#identity/sso/oidc/tokens.ts'
import { secretPurpose as providerPurpose } from '#identity/sso/settings.ts'
import { secretPurpose as integrationPurpose } from '#integrations/core/setup.ts'
import { passwordPurpose } from '#scanning/images/logins.ts'
import { credentialsPurpose } from '#knowledge/registries/credentials.ts'
import { channelPurpose } from '#notifications/channels/core/channel-secret.ts'
import type { SealedColumn } from '#platform/secrets/sealed-column-store.ts'
import type { MfaMethod } from '@assay/contract/credentials.ts'

/** Every encrypted column. What is encrypted for hours at most is not here: messages in the queue, retried responses. */
export const sealedColumns: readonly SealedColumn[] = [
  {
    table: 'api_token',
    column: 'sealed',
    key: ['account_uuid', 'uuid'],
    purposeOf: (_account, uuid = '') => supportTokenPurpose(uuid),
  },
  { table: 'assistant_service', column: 'api_key', key: ['id'], purposeOf: () => servicePurpose },
  {
    table: 'integration',
    column: 'secrets',
    key: ['account_uuid', 'integration'],
    purposeOf: (accountUuid = '', id = '') => integrationPurpose({ accountUuid }, id),
  },
  {
    table: 'notification_channel',
    column: 'secret',
    key: ['account_uuid', 'uuid'],
    purposeOf: (_account, uuid = '') => channelPurpose(uuid),
  },
  {
    table: 'package_registry',
    column: 'credentials',
    key: ['account_uuid', 'uuid'],
    purposeOf: (accountUuid = '', uuid = '') => credentialsPurpose({ accountUuid, uuid }),
  },
  {
    table: 'registry_login',
    column: 'password',
    key: ['account_uuid', 'uuid'],
    purposeOf: (accountUuid = '', uuid = '') => passwordPurpose(accountUuid, uuid),
  },
  {
    table: 'second_factor',
    column: 'secret',
    key: ['account_uuid', 'member_uuid', 'method'],
    purposeOf: (_account, memberUuid = '', method = '') => factorPurpose(method as MfaMethod, memberUuid),
  },
  {
    table: 'session',
    column: 'provider_tokens',
    key: ['account_uuid', 'uuid'],
    purposeOf: (accountUuid = '') => tokensPurpose(accountUuid),
  },
  {
    table: 'sign_on_provider',
    column: 'secret',
    key: ['account_uuid', 'type'],
    purposeOf: (accountUuid = '') => providerPurpose(accountUuid),
  },
]
