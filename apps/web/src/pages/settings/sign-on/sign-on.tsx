import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { signOn as words } from '../../../texts/sign-on.ts'
import { Copied } from '../copied.tsx'
import { Known } from '../known.tsx'
import { Part } from '../part.tsx'
import { useUser } from '../use-user.ts'
import { WithFeature } from '../with-feature.tsx'
import { Domains } from './domains.tsx'
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
  const known = useQuery(query(api.sso.get, { params }))
  return (
    <Known query={known}>
      {({ oidc, saml, addresses, domains, role }) => (
        <>
          <Provider
            type="oidc"
            kept={oidc}
            addresses={[
              [words.addresses.redirect, addresses.oidcRedirect],
              [words.addresses.logout, addresses.logoutRedirect],
            ]}
          >
            <OidcForm kept={oidc} />
          </Provider>
          <Provider
            type="saml"
            kept={saml}
            addresses={[
              [words.addresses.metadata, addresses.samlMetadata],
              [words.addresses.callback, addresses.samlCallback],
            ]}
          >
            <SamlForm kept={saml} />
          </Provider>
          <Part title={words.link.title} lead={words.link.lead}>
            <Copied values={[[words.addresses.login, addresses.login]]} />
          </Part>
          <Domains domains={domains} role={role} />
        </>
      )}
    </Known>
  )
}
