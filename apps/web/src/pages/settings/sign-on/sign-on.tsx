import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { signOn as messages } from '../../../messages/sign-on.ts'
import { Copied } from '../copied.tsx'
import { SettingsQuery } from '../settings-query.tsx'
import { Section } from '../section.tsx'
import { useUser } from '../use-user.ts'
import { WithFeature } from '../with-feature.tsx'
import { Domains } from './domains.tsx'
import { LdapForm } from './ldap-form.tsx'
import { OidcForm } from './oidc-form.tsx'
import { Provider } from './provider.tsx'
import { SamlForm } from './saml-form.tsx'

export const SignOn = () => (
  <WithFeature feature="sso">
    <Providers />
  </WithFeature>
)

function Providers() {
  const params = { accountUuid: useUser().account.uuid }
  const providers = useQuery(query(api.sso.get, { params }))
  return (
    <SettingsQuery query={providers}>
      {({ oidc, saml, ldap, addresses, domains, role }) => (
        <>
          <Provider
            type="oidc"
            saved={oidc}
            addresses={[
              [messages.addresses.redirect, addresses.oidcRedirect],
              [messages.addresses.logout, addresses.logoutRedirect],
            ]}
          >
            <OidcForm saved={oidc} />
          </Provider>
          <Provider
            type="saml"
            saved={saml}
            addresses={[
              [messages.addresses.metadata, addresses.samlMetadata],
              [messages.addresses.callback, addresses.samlCallback],
            ]}
          >
            <SamlForm saved={saml} />
          </Provider>
          <Provider type="ldap" saved={ldap} addresses={[]}>
            <LdapForm saved={ldap} />
          </Provider>
          <Section title={messages.link.title} lead={messages.link.lead}>
            <Copied values={[[messages.addresses.login, addresses.login]]} />
          </Section>
          <Domains domains={domains} role={role} />
        </>
      )}
    </SettingsQuery>
  )
}
