/**
 * Kinds of infrastructure as code that the accepted scanners check, as their documentation lists them: Checkov, Trivy,
 * KICS, tfsec (Terraform), Hadolint (Dockerfiles) and zizmor (GitHub Actions).
 */
export const infrastructureKinds: readonly string[] =
  'ansible argo-workflows arm azure-pipelines bicep bitbucket-pipelines circleci cloudformation crossplane docker-compose dockerfile github-actions gitlab-ci google-deployment-manager grpc helm knative kubernetes kustomize openapi pulumi serverless terraform'.split(
    ' ',
  )
