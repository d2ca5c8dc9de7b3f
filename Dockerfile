# A sandbox in a container: docs/guides/containers.md
# A release sets it to the same image with its digest.
ARG NODE_IMAGE=node:22-alpine
FROM ${NODE_IMAGE} AS build
WORKDIR /build
COPY . .
RUN npm ci && npm pack --ignore-scripts --pack-destination /tmp \
 && mkdir /package && tar -xzf /tmp/sandgate-*.tgz -C /package --strip-components=1

# Everything that it needs is bundled: no node_modules, no npm.
FROM ${NODE_IMAGE}
COPY --from=build /package /opt/sandgate
RUN ln -s /opt/sandgate/bin/sandgate.js /usr/local/bin/sandgate \
 && mkdir -m 775 /data && chown node:root /data
USER node
WORKDIR /data
EXPOSE 7263
VOLUME /data
HEALTHCHECK --interval=60s --timeout=5s --start-period=30s --start-interval=1s CMD ["sandgate", "wait", "--timeout", "3s"]
ENTRYPOINT ["sandgate"]
CMD ["start", "--host", "0.0.0.0", "--data", "/data"]
