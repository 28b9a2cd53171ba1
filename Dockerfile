# For Podman and Docker. The first stage takes the packages that bun.lock names, from the network or from
# the cache of an earlier build; what the second one holds is read only, and needs no network.

FROM docker.io/oven/bun:1.4.5-slim AS build
WORKDIR /srv/bahi
COPY package.json bun.lock ./
RUN --mount=type=cache,target=/root/.bun/install/cache \
    bun install --frozen-lockfile --production
COPY . .
RUN bun run build --production

FROM docker.io/oven/bun:1.4.5-slim
COPY --from=build /srv/bahi /srv/bahi
RUN install -d -o bun -g bun -m 700 /data
USER bun
WORKDIR /srv/bahi
ENV HOST=0.0.0.0 DATABASE_URL=file:/data/bahi.db
VOLUME /data
EXPOSE 3000
HEALTHCHECK --start-period=30s CMD ["bun", "-e", \
  "process.exit((await fetch(`http://127.0.0.1:${process.env.PORT || 3000}/healthz`)).ok ? 0 : 1)"]
CMD ["bun", "server/start.ts"]
