# Two stages: the first builds, the second holds the program and the shared libraries it loads, and nothing else.
FROM debian:trixie-slim AS build
RUN apt-get update \
 && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends \
      gcc libc6-dev make libmicrohttpd-dev libcjson-dev libseccomp-dev \
 && rm -rf /var/lib/apt/lists/*
WORKDIR /source
COPY Makefile openapi.yaml ./
COPY src src
COPY clients clients
RUN make -j2 install-program DESTDIR=/image PREFIX=/usr \
 && strip /image/usr/bin/yutomok \
 && ldd /image/usr/bin/yutomok | grep -o '/[^ ]*' | sort -u | xargs cp -L --parents -t /image

FROM scratch
LABEL org.opencontainers.image.title="yutomok" \
      org.opencontainers.image.description="Exact answers to dice yut and omok over HTTP" \
      org.opencontainers.image.version="0.1.0" \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.base.name="docker.io/library/debian:trixie-slim"
COPY --from=build /image /
ENV YUTOMOK_HOST=0.0.0.0 YUTOMOK_PORT=8080
EXPOSE 8080
USER 65532:65532
HEALTHCHECK --interval=10s --timeout=5s --start-period=1s --retries=3 CMD ["/usr/bin/yutomok", "--healthcheck"]
ENTRYPOINT ["/usr/bin/yutomok"]
