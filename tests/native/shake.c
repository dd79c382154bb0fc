/* A C library and a BLAS with other last bits, to be preloaded: what depends on theirs shows. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

static double off(double x) {
    uint64_t bits;
    if (x == 0.0 || !isfinite(x)) return x;
    memcpy(&bits, &x, sizeof bits);
    ++bits;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static float offf(float x) {
    uint32_t bits;
    if (x == 0.0f || !isfinite(x)) return x;
    memcpy(&bits, &x, sizeof bits);
    ++bits;
    memcpy(&x, &bits, sizeof x);
    return x;
}

#define ONE(name)                                                                   \
    double name(double x) {                                                         \
        static double (*real)(double);                                              \
        if (!real) real = (double (*)(double))dlsym(RTLD_NEXT, #name);              \
        return off(real(x));                                                        \
    }                                                                               \
    float name##f(float x) {                                                        \
        static float (*real)(float);                                                \
        if (!real) real = (float (*)(float))dlsym(RTLD_NEXT, #name "f");            \
        return offf(real(x));                                                       \
    }
#define TWO(name)                                                                   \
    double name(double x, double y) {                                               \
        static double (*real)(double, double);                                      \
        if (!real) real = (double (*)(double, double))dlsym(RTLD_NEXT, #name);      \
        return off(real(x, y));                                                     \
    }                                                                               \
    float name##f(float x, float y) {                                               \
        static float (*real)(float, float);                                         \
        if (!real) real = (float (*)(float, float))dlsym(RTLD_NEXT, #name "f");     \
        return offf(real(x, y));                                                    \
    }

ONE(sin) ONE(cos) ONE(tan) ONE(asin) ONE(acos) ONE(atan) ONE(sinh) ONE(cosh) ONE(tanh)
ONE(exp) ONE(exp2) ONE(expm1) ONE(log) ONE(log2) ONE(log10) ONE(log1p) ONE(cbrt)
TWO(atan2) TWO(pow) TWO(hypot)

void sincos(double x, double *s, double *c) { *s = sin(x), *c = cos(x); }
void sincosf(float x, float *s, float *c) { *s = sinf(x), *c = cosf(x); }

/* Products as numpy asks for them, added from the last term to the first. */
#define ROW_MAJOR 101
#define PLAIN 111
typedef int64_t whole;

static double at(const double *m, whole order, whole turned, whole lead, whole i, whole j) {
    const int rows = (order == ROW_MAJOR) == (turned == PLAIN);
    return m[rows ? i * lead + j : j * lead + i];
}

double scipy_cblas_ddot64_(whole n, const double *x, whole dx, const double *y, whole dy) {
    double sum = 0.0;
    for (whole i = n - 1; i >= 0; --i) sum += x[i * dx] * y[i * dy];
    return off(sum);
}

void scipy_cblas_dgemm64_(whole order, whole ta, whole tb, whole m, whole n, whole k, double alpha,
                          const double *a, whole la, const double *b, whole lb, double beta,
                          double *c, whole lc) {
    for (whole i = 0; i < m; ++i)
        for (whole j = 0; j < n; ++j) {
            double sum = 0.0, *to = &c[order == ROW_MAJOR ? i * lc + j : j * lc + i];
            for (whole p = k - 1; p >= 0; --p)
                sum += at(a, order, ta, la, i, p) * at(b, order, tb, lb, p, j);
            *to = off(alpha * sum + (beta == 0.0 ? 0.0 : beta * *to));
        }
}

void scipy_cblas_dgemv64_(whole order, whole ta, whole m, whole n, double alpha, const double *a,
                          whole la, const double *x, whole dx, double beta, double *y, whole dy) {
    const whole rows = ta == PLAIN ? m : n, terms = ta == PLAIN ? n : m;
    for (whole i = 0; i < rows; ++i) {
        double sum = 0.0, *to = &y[i * dy];
        for (whole p = terms - 1; p >= 0; --p) sum += at(a, order, ta, la, i, p) * x[p * dx];
        *to = off(alpha * sum + (beta == 0.0 ? 0.0 : beta * *to));
    }
}
